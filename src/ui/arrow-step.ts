import type { KeyboardEvent } from 'react'

/** The step of an arrow key in an input: 1 for up, -1 for down. The browser's own reaction is prevented. */
export function arrowStep(event: KeyboardEvent): 1 | -1 | undefined {
  const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined
  event.preventDefault()
  return step
}
