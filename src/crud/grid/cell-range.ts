import type { RefObject } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cellOf } from './grid-focus.ts'
import type { ListColumn } from './list-columns.tsx'
import { tableText } from './use-copy.ts'
import type { GoTo } from './use-grid-keys.ts'

/** The current state of the grid, as far as a cell range needs it. */
export type RangeGrid<TRow> = {
  count: number
  rowAt(index: number): TRow | undefined
  indexOf(id: string): number
  columns: readonly ListColumn<TRow>[]
}
type End = { id: string; column: string }

/** A range of selected cells, from its first cell to the focused cell. */
export class CellRange<TRow> {
  readonly #table: HTMLElement
  readonly #grid: RefObject<RangeGrid<TRow>>
  readonly #from: End
  readonly #watch: MutationObserver
  #to: End

  readonly #onEnd: () => void

  constructor(table: HTMLElement, grid: RefObject<RangeGrid<TRow>>, from: End, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#table = table
    this.#grid = grid
    this.#from = from
    this.#to = from
    // A long list adds rows while it scrolls. The cells of the new rows are selected too.
    this.#watch = new MutationObserver(() => this.#paint())
    this.#watch.observe(table, { childList: true, subtree: true })
    table.addEventListener('focusin', this.#leave)
  }

  endsAt({ id, column }: End): boolean {
    return this.#to.id === id && this.#to.column === column
  }

  extend(to: End): void {
    this.#to = to
    this.#paint()
  }

  /** The cells as tab-separated text for a spreadsheet. Undefined when the rows are gone. */
  text(): string | undefined {
    const { rows, columns } = this.#span()
    return rows.length > 0 ? tableText(rows, columns, false) : undefined
  }

  copiedText(): string {
    const { rows, columns } = this.#span()
    return m.list_copiedCells({ count: rows.length * columns.length })
  }

  end(): void {
    this.#watch.disconnect()
    this.#table.removeEventListener('focusin', this.#leave)
    mark(this.#table.querySelectorAll('[data-range]'), false)
    this.#onEnd()
  }

  /** Ends the range when the focus moves to another cell. */
  readonly #leave = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !this.endsAt(endOf(target))) this.end()
  }

  #span(): { first: number; last: number; rows: TRow[]; columns: ListColumn<TRow>[] } {
    const { rowAt, indexOf, columns } = this.#grid.current
    const [from, to] = [indexOf(this.#from.id), indexOf(this.#to.id)]
    const plain = plainColumns(columns)
    const [one, other] = [this.#from, this.#to].map((end) => plain.findIndex(({ id }) => id === end.column))
    const gone = from < 0 || to < 0 || one === undefined || other === undefined || one < 0 || other < 0
    if (gone) return { first: 0, last: -1, rows: [], columns: [] }
    const [first, last] = [Math.min(from, to), Math.max(from, to)]
    const rows = Array.from({ length: last - first + 1 }, (_, at) => rowAt(first + at)).filter(
      (row) => row !== undefined,
    )
    return { first, last, rows, columns: plain.slice(Math.min(one, other), Math.max(one, other) + 1) }
  }

  #paint(): void {
    const { first, last, columns } = this.#span()
    const ids = new Set(columns.map(({ id }) => id))
    const isIn = (cell: HTMLElement) => {
      const at = this.#grid.current.indexOf(cell.closest('tr')?.dataset.id ?? '')
      return at >= first && at <= last && ids.has(cell.dataset.column ?? '')
    }
    const cells = [...this.#table.querySelectorAll<HTMLElement>('tbody td[data-column]')]
    const wanted = new Set(cells.filter(isIn))
    mark(
      [...this.#table.querySelectorAll<HTMLElement>('[data-range]')].filter((cell) => !wanted.has(cell)),
      false,
    )
    mark(wanted, true)
  }
}

function plainColumns<TRow>(columns: readonly ListColumn<TRow>[]): ListColumn<TRow>[] {
  return columns.filter(({ solo }) => !solo)
}

function mark(cells: Iterable<Element>, on: boolean): void {
  for (const cell of cells) {
    cell.toggleAttribute('data-range', on)
    if (on) cell.setAttribute('aria-selected', 'true')
    else cell.removeAttribute('aria-selected')
  }
}

type Extending<TRow> = {
  range: RefObject<CellRange<TRow> | undefined>
  grid: RefObject<RangeGrid<TRow>>
  key: string
  goTo: GoTo
}

/** Extends the range by one cell in the direction of an arrow key. A new range starts at the focused cell. */
export function extendRange<TRow>({ range, grid, key, goTo }: Extending<TRow>): void {
  // The focus is read now, because the user may have pressed more keys while this code was loading.
  const cell = document.activeElement
  const row = cell?.closest<HTMLElement>('tr[data-id]')
  const table = cell?.closest<HTMLElement>('table')
  if (!(cell instanceof HTMLElement) || !row || !table || cellOf(cell) !== cell) return
  const here = endOf(cell)
  if (!range.current?.endsAt(here)) {
    range.current?.end()
    range.current = new CellRange(table, grid, here, () => {
      range.current = undefined
    })
  }
  const { count, indexOf, columns } = grid.current
  const along = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  const plain = plainColumns(columns)
  const column = plain[plain.findIndex(({ id }) => id === here.column) + along]?.id
  const at = indexOf(here.id) + (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0)
  if (column === undefined || at < 0 || at >= count) return
  const id = along === 0 ? rowIdAt(grid.current, at) : here.id
  if (id === undefined) return
  range.current.extend({ id, column })
  if (along === 0) {
    goTo(at, cell, row)
    return
  }
  const next = row.querySelector<HTMLElement>(`:scope > [data-column="${CSS.escape(column)}"]`)
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function endOf(cell: HTMLElement): End {
  return { id: cell.closest('tr')?.dataset.id ?? '', column: cell.dataset.column ?? '' }
}

function rowIdAt<TRow>({ rowAt }: RangeGrid<TRow>, at: number): string | undefined {
  const row = rowAt(at)
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : undefined
}
