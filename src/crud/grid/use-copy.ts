import type { ClipboardEvent, RefObject } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'
import type { Selection } from '../list/use-selection.ts'
import type { CellRange } from './cell-range.ts'
import { cellOf } from './grid-focus.ts'
import type { ListColumn } from './list-columns.tsx'

/** Rows as text for a spreadsheet: tabs between cells, one line per row. */
export function tableText<TRow>(rows: readonly TRow[], columns: readonly ListColumn<TRow>[], head: boolean): string {
  const fields = columns.filter(({ solo }) => !solo)
  const plain = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ')
  const lines = rows.map((row) => fields.map(({ text }) => plain(text(row))).join('\t'))
  return [...(head ? [fields.map(({ header }) => plain(header)).join('\t')] : []), ...lines].join('\n')
}

/** Copies selected rows to the clipboard, with the names of the columns. */
export async function copyRowsAsText<TRow>(rows: readonly TRow[], columns: readonly ListColumn<TRow>[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(tableText(rows, columns, true))
    toaster.confirm(m.list_copied({ count: rows.length }))
  } catch {
    toaster.error(m.list_copyFailed())
  }
}

type Options<TRow> = {
  columns: readonly ListColumn<TRow>[]
  rowOf(id: string): TRow | undefined
  selection?: Selection<TRow>
  range: RefObject<Pick<CellRange<TRow>, 'text' | 'copiedText'> | undefined>
}

/**
 * Handles Ctrl+C in a grid. It copies the selected cells, else the selected rows, else the focused row or cell. If text
 * is selected, the browser copies that text instead.
 */
export function useCopy<TRow>({ columns, rowOf, selection, range }: Options<TRow>) {
  return (event: ClipboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || !window.getSelection()?.isCollapsed) return
    if (target.matches('input:not([type=checkbox]), select, textarea')) return
    const cells = range.current?.text()
    const element = target.closest<HTMLElement>('tr[data-id]')
    const row = rowOf(element?.dataset.id ?? '')
    const chosen = selection?.rows ?? []
    const cell = cellOf(target)?.dataset.column
    const column = columns.find(({ id, solo }) => id === cell && !solo)
    const text =
      cells ??
      (chosen.length > 0
        ? tableText(chosen, columns, true)
        : row && (column ? column.text(row) : tableText([row], columns, false)))
    if (!text) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    if (cells !== undefined && range.current) toaster.confirm(range.current.copiedText())
    else toaster.confirm(chosen.length > 0 ? m.list_copied({ count: chosen.length }) : m.list_copiedCell())
  }
}
