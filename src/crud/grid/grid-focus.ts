import { type RefObject, useEffect, useRef } from 'react'
import type { InlineAt } from '../inline/use-inline.tsx'

// Moving the focus inside a grid. Cells are looked up in the document, not kept in state: thousands of them come and go
// while people scroll, and nothing has to be drawn anew when the focus moves along a row.

const CONTROLS = 'button, a[href], input, select, textarea, [tabindex="0"]'

const visible = (element: HTMLElement) => element.offsetParent !== null

function controlsOf(cell: HTMLElement): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(CONTROLS)].filter(visible)
}

/**
 * Where the focus can stand in a row, from left to right: the controls of each cell, and the cell itself unless there is
 * nothing in it but controls.
 */
function stopsOf(row: HTMLElement): HTMLElement[] {
  const cells = [...row.querySelectorAll<HTMLElement>(':scope > [data-column]')].filter(visible)
  return cells.flatMap((cell) => {
    const controls = controlsOf(cell)
    if (cell.dataset.solo !== undefined && controls.length > 0) return controls
    return [...controls, cell]
  })
}

/** The cell that an element is or lies in. */
export function cellOf(element: HTMLElement): HTMLElement | undefined {
  return element.closest<HTMLElement>('[data-column]') ?? undefined
}

/** Moves along a row; from its first stop back to the row itself. */
export function focusAlong(row: HTMLElement, from: HTMLElement, along: 'next' | 'previous' | 'first' | 'last'): void {
  const stops = stopsOf(row)
  const at = stops.indexOf(from)
  const target =
    along === 'first'
      ? stops[0]
      : along === 'last'
        ? stops.at(-1)
        : along === 'next'
          ? stops[at + 1]
          : at > 0
            ? stops[at - 1]
            : row
  focus(target)
}

/** The same place in another row: the same control of the same column, or the cell. */
export function focusLike(row: HTMLElement, from: HTMLElement, fromRow: HTMLElement): void {
  focus((from === fromRow ? undefined : sameIn(row, from)) ?? row)
}

function sameIn(row: HTMLElement, from: HTMLElement): HTMLElement | undefined {
  const cell = cellOf(from)
  const same = row.querySelector<HTMLElement>(`:scope > [data-column="${CSS.escape(cell?.dataset.column ?? '')}"]`)
  if (!cell || !same || !visible(same)) return undefined
  const controls = controlsOf(same)
  return controls[controlsOf(cell).indexOf(from)] ?? (same.dataset.solo === undefined ? same : controls.at(-1))
}

function focus(element: HTMLElement | undefined): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** After a value was changed in its cell, the focus stays on that cell. */
export function useFocusBack(body: RefObject<HTMLElement | null>, at: InlineAt | undefined) {
  const before = useRef<InlineAt>(undefined)
  useEffect(() => {
    const left = before.current
    before.current = at
    // Not when somebody has gone on to something else already.
    if (!left || at || (document.activeElement && document.activeElement !== document.body)) return
    const cell = `tr[data-id="${left.id}"] > [data-column="${CSS.escape(left.column)}"]`
    body.current?.querySelector<HTMLElement>(cell)?.focus({ preventScroll: true })
  }, [at, body])
}
