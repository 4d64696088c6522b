import type { KeyboardEvent } from 'react'

/**
 * Moves the focus among the parts of a grid of cards with the arrow keys, Home and End. Its lines are as long as the
 * window allows, so the parts above and below are found by their place.
 * @param selector what can have the focus
 */
export function moveInGrid(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const parts = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const now = parts.findIndex((part) => part.matches(':focus'))
  if (now < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const to = target(event.key, parts, now)
  if (to === undefined) return
  event.preventDefault()
  to?.focus()
}

/** Null: the key is one of the grid, but leads nowhere. */
function target(key: string, parts: readonly HTMLElement[], now: number): HTMLElement | null | undefined {
  switch (key) {
    case 'ArrowRight':
      return parts[now + 1] ?? null
    case 'ArrowLeft':
      return parts[now - 1] ?? null
    case 'Home':
      return parts[0] ?? null
    case 'End':
      return parts.at(-1) ?? null
    case 'ArrowDown':
      return nearest(parts, now, 1)
    case 'ArrowUp':
      return nearest(parts, now, -1)
    default:
      return undefined
  }
}

/** The part of the next or the previous line that is nearest to the column. */
function nearest(parts: readonly HTMLElement[], now: number, step: 1 | -1): HTMLElement | null {
  const places = parts.map((part) => part.getBoundingClientRect())
  const from = places[now]
  if (!from) return null
  const others = places.flatMap((place, at) => ((place.top - from.top) * step > 4 ? [{ place, at }] : []))
  const line = Math.min(...others.map(({ place }) => Math.abs(place.top - from.top)))
  const [best] = others
    .filter(({ place }) => Math.abs(place.top - from.top) <= line + 4)
    .toSorted((one, other) => Math.abs(one.place.left - from.left) - Math.abs(other.place.left - from.left))
  return best ? (parts[best.at] ?? null) : null
}
