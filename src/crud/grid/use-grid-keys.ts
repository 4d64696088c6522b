import type { Row } from '@tanstack/react-table'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Selection } from '../list/use-selection.ts'
import { cellOf, focusAlong, focusLike } from './grid-focus.ts'
import { gridKey } from './grid-keys.ts'
import type { ListFeatures, ListRow } from './list-table.ts'

/** Moves the focus to the same column of another row, as soon as that row is rendered. */
export type GoTo = (index: number, cell: HTMLElement, row: HTMLElement) => void

type Options<TRow extends ListRow> = {
  count: number
  /** Undefined while a row is loading. */
  rowAt(index: number): Row<ListFeatures, TRow> | undefined
  indexOf(id: string): number
  /** The rows that Ctrl+A selects. */
  page: readonly Row<ListFeatures, TRow>[]
  body: RefObject<HTMLElement | null>
  reveal(index: number): void
  activate(id: string): void
  onToggle(id: number, open: boolean): void
  onOpen?(row: TRow): void
  onDelete?(row: TRow): void
  /** Moves a row by one place. */
  onStep?(id: number, step: -1 | 1): void
  /** @returns whether there is a value to edit */
  onInline?(row: TRow, column: string | undefined): boolean
  selection?: Selection<TRow>
  /** Selects cells: extends the range from the focused cell. */
  onRange(key: string, goTo: GoTo): void
}

/** Controls in a cell that handle all keys themselves. */
const OWN_KEYS = 'input:not([type=checkbox]), select, textarea, [role=combobox]'

const ARROW = /^Arrow/
const isPlain = (event: KeyboardEvent) => !(event.altKey || event.ctrlKey || event.metaKey)

/** The keyboard handler for rows, cells and the controls in them. */
export function useGridKeys<TRow extends ListRow>(options: Options<TRow>) {
  const { count, rowAt, body, selection } = options
  /** The row that gets the focus as soon as it is rendered. */
  const wanted = useRef<{ index: number; from: HTMLElement; fromRow: HTMLElement }>(undefined)

  const rowElement = (id: string) =>
    body.current?.parentElement?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)

  const elementAt = (index: number) => {
    const id = index < 0 ? 'head' : rowAt(index)?.id
    return id === undefined ? undefined : (rowElement(id) ?? undefined)
  }

  const goTo = (index: number, from: HTMLElement, fromRow: HTMLElement) => {
    const id = index < 0 ? 'head' : rowAt(index)?.id
    if (id !== undefined) options.activate(id)
    if (index >= 0) options.reveal(index)
    const element = elementAt(index)
    wanted.current = element ? undefined : { index, from, fromRow }
    if (element) focusLike(element, from, fromRow)
  }

  useLayoutEffect(() => {
    const target = wanted.current
    const element = target && elementAt(target.index)
    if (!element) return
    wanted.current = undefined
    options.activate(element.dataset.id ?? '')
    focusLike(element, target.from, target.fromRow)
  })

  /** Handles the keys that act on a row, wherever the focus is in it. Returns whether the key is done. */
  const act = (event: KeyboardEvent, row: TRow, onControl: boolean, index: number, column?: string): boolean => {
    const { key } = event
    const plain = isPlain(event)
    if (event.altKey && options.onStep && (key === 'ArrowUp' || key === 'ArrowDown')) {
      options.onStep(row.id, key === 'ArrowUp' ? -1 : 1)
      return true
    }
    if (selection && (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') {
      selection.set(
        options.page.map(({ original }) => original),
        true,
      )
      return true
    }
    if (!plain || onControl) return false
    if (selection && key === ' ') {
      selection.toggle(row, event.shiftKey)
      return true
    }
    if (selection && event.shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      const next = rowAt(index + (key === 'ArrowUp' ? -1 : 1))
      selection.set(next ? [row, next.original] : [row], true)
      return false
    }
    if (key === 'F2') return options.onInline?.(row, column) ?? false
    if (key === 'Enter' && options.onOpen) {
      options.onOpen(row)
      return true
    }
    if (key === 'Delete' && options.onDelete) {
      options.onDelete(row)
      return true
    }
    return false
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !event.currentTarget.contains(target)) return
    const element = target.closest<HTMLElement>('tr[data-id]')
    if (!element) return
    const index = element.dataset.id === 'head' ? -1 : options.indexOf(element.dataset.id ?? '')
    const onControl = target !== element && target !== cellOf(target)
    if (onControl && target.matches(OWN_KEYS)) return
    const row = rowAt(index)
    if (row && event.shiftKey && !onControl && target !== element && ARROW.test(event.key) && isPlain(event)) {
      event.preventDefault()
      return options.onRange(event.key, goTo)
    }
    if (row && act(event, row.original, onControl, index, cellOf(target)?.dataset.column)) return event.preventDefault()
    if (event.altKey || event.metaKey) return
    if (event.key === 'Escape' && target !== element) {
      const cell = cellOf(target)
      const up = onControl && cell && cell.dataset.solo === undefined ? cell : element
      up.focus()
      return event.preventDefault()
    }
    const action = gridKey(
      (at) => {
        const one = rowAt(at)
        return one && { depth: one.depth, canOpen: one.getCanExpand(), open: one.getIsExpanded() }
      },
      count,
      index,
      target !== element,
      event.key,
      event.ctrlKey,
    )
    if (!action) return
    event.preventDefault()
    if ('to' in action) goTo(action.to, target, element)
    else if ('open' in action) options.onToggle(row?.original.id ?? 0, action.open)
    else focusAlong(element, target, action.along)
  }
}
