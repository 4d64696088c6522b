import { type ReactNode, useMemo, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import type { ListColumn } from '../grid/list-columns.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { rowValue } from '../grid/row-value.ts'
import { InlineCell } from './inline-cell.tsx'
import { inlineControl } from './inline-control.ts'
import type { InlineSave } from './use-inline-save.ts'

export type InlineAt = { id: number; column: string }

/** Edits values directly in the list. The object stays the same between renders. */
export type Inline<TRow> = {
  /** Opens the editor of a column, or of the first editable column. @returns false when the column is not editable */
  start(row: TRow, column: string | undefined): boolean
  render(row: TRow, column: ListColumn<TRow>, content: ReactNode): ReactNode
}

type Options<TRow> = {
  /** The visible columns, in their order. */
  columns: readonly ListColumn<TRow>[]
  nameOf(row: TRow): string
  onSave: InlineSave<TRow>
}

/** @returns `inline`, and in `at` the cell that is being edited */
export function useInline<TRow extends ListRow>({ columns, nameOf, onSave }: Options<TRow>) {
  const [at, setAt] = useState<InlineAt>()
  // A switch needs no editor, because the user presses it in its cell.
  const opens = ({ field }: ListColumn<TRow>) => ![undefined, 'press'].includes(inlineControl(field))
  const editable = columns.filter(opens).map(({ id }) => id)
  const start = useStable((row: TRow, column: string | undefined) => {
    const wanted = column === undefined ? editable[0] : editable.find((id) => id === column)
    if (wanted === undefined) return false
    setAt({ id: row.id, column: wanted })
    return true
  })
  const done = useStable((row: TRow, column: string, next?: 'next' | 'previous') => {
    const to = next && editable[editable.indexOf(column) + (next === 'next' ? 1 : -1)]
    setAt(to === undefined ? undefined : { id: row.id, column: to })
  })
  const save = useStable(onSave)
  const inline = useMemo(
    (): Inline<TRow> => ({
      start,
      render(row, { id, field }, content) {
        if (!field) return content
        const onDone = (next?: 'next' | 'previous') => done(row, id, next)
        const value = rowValue(row, field.name)
        return (
          <InlineCell
            key={id}
            content={content}
            row={row}
            field={field}
            value={value}
            onDone={onDone}
            name={nameOf(row)}
            onSave={save}
          />
        )
      },
    }),
    [start, done, save, nameOf],
  )
  return { inline, at }
}
