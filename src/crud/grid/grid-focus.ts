import { type RefObject, useEffect, useRef } from 'react'
import type { InlineAt } from '../inline/use-inline.tsx'

// These functions move the focus inside a grid. They look up cells in the document and keep none in state: scrolling
// adds and removes thousands of cells, and moving the focus along a row needs no render.

const CONTROLS = 'button, a[href], input, select, textarea, [tabindex="0"]'

const visible = (element: HTMLElement) => element.offsetParent !== null

function controlsOf(cell: HTMLElement): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(CONTROLS)].filter(visible)
}

/**
 * The elements of a row that can have the focus, from left to right: the controls of each cell, then the cell itself.
 * A cell that contains only controls is left out.
 */
function stopsOf(row: HTMLElement): HTMLElement[] {
  const cells = [...row.querySelectorAll<HTMLElement>(':scope > [data-column]')].filter(visible)
  return cells.flatMap((cell) => {
    const controls = controlsOf(cell)
    if (cell.dataset.solo !== undefined && controls.length > 0) return controls
    return [...controls, cell]
  })
}

/** The cell that contains an element. An element that is a cell returns itself. */
export function cellOf(element: HTMLElement): HTMLElement | undefined {
  return element.closest<HTMLElement>('[data-column]') ?? undefined
}

/** Moves the focus along a row. The element before the first one is the row itself. */
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

/** Moves the focus to the same place in another row: the same control of the same column, else the cell or the row. */
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

/** Returns the focus to a cell after its value was edited in place. */
export function useFocusBack(body: RefObject<HTMLElement | null>, at: InlineAt | undefined) {
  const before = useRef<InlineAt>(undefined)
  useEffect(() => {
    const left = before.current
    before.current = at
    // The user may have moved the focus to another element already. It stays there.
    if (!left || at || (document.activeElement && document.activeElement !== document.body)) return
    const cell = `tr[data-id="${left.id}"] > [data-column="${CSS.escape(left.column)}"]`
    body.current?.querySelector<HTMLElement>(cell)?.focus({ preventScroll: true })
  }, [at, body])
}
