import type { KeyboardEvent } from 'react'

/** Which way an arrow key leads in a box that it changes the value of, and takes it from the browser; else nothing. */
export function arrowStep(event: KeyboardEvent): 1 | -1 | undefined {
  const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined
  event.preventDefault()
  return step
}
