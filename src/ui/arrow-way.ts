import type { KeyboardEvent } from 'react'

/** Which way an arrow key leads in a box that it changes the value of, and takes it from the browser; else nothing. */
export function arrowWay(event: KeyboardEvent): 1 | -1 | undefined {
  const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
  if (way === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined
  event.preventDefault()
  return way
}
