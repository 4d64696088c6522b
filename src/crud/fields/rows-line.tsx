import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { CellField } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import type { FieldItem } from '#src/resource/field-value.ts'
import { labelText } from '#src/resource/label.ts'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { cellTypeOf } from '../field-types/cell-types.tsx'
import type { RelationLabels } from '../form/relation-labels.ts'
import { RowCell } from './row-cell.tsx'

export type RowValues = Exclude<FieldItem, string | number>

type RowsLineProps = {
  cells: readonly CellField[]
  row: RowValues
  at: number
  count: number
  name: string
  labels: RelationLabels
  errorsOf(cell: string, left: boolean): readonly string[]
  choicesOf(cell: string): ChoiceSource
  disabled?: boolean
  onChange(row: RowValues): void
  onMove(to: number): void
  onRemove(): void
}

/** A row of a table inside a form. On a small screen its cells form a grid of two columns. */
export function RowsLine({ cells, row, at, count, name, labels, errorsOf, choicesOf, disabled, ...on }: RowsLineProps) {
  const id = useId()
  // Names of the cells that the user has left. Before that, a cell shows no validation error.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const number = at + 1
  return (
    <tr className="border-b border-line align-top last:border-b-0 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:p-2">
      <td className="tabular py-2.5 pr-2 pl-3 text-sm text-subtle max-sm:col-start-1 max-sm:row-start-1 max-sm:self-center max-sm:p-0">
        {number}
      </td>
      {cells.map((cell) => {
        const errors = errorsOf(cell.name, left.has(cell.name))
        const described = errors.length > 0 ? `${id}-${cell.name}` : undefined
        return (
          <td
            key={cell.name}
            data-cell={`${at}.${cell.name}`}
            className={cx('min-w-24 px-1.5 py-1.5 max-sm:px-0', cellTypeOf(cell).long && 'max-sm:col-span-2')}
          >
            <span aria-hidden className="text-xs text-muted sm:hidden">
              {labelText(cell.label)}
            </span>
            <RowCell
              cell={cell}
              label={m.field_itemOf({ field: labelText(cell.label), number })}
              value={row[cell.name] ?? null}
              wrong={errors.length > 0}
              described={described}
              book={`${name}.${cell.name}`}
              labels={labels}
              choices={relationTarget(cell) ? choicesOf(cell.name) : undefined}
              disabled={disabled}
              onChange={(value) => on.onChange({ ...row, [cell.name]: value })}
              onLeave={() => setLeft((old) => new Set([...old, cell.name]))}
            />
            {errors[0] !== undefined && <ErrorLine id={described}>{errors[0]}</ErrorLine>}
          </td>
        )
      })}
      {!disabled && (
        <td className="py-1.5 pr-1 text-right whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:p-0">
          <IconButton label={m.field_rowUp({ number })} size="sm" disabled={at === 0} onClick={() => on.onMove(at - 1)}>
            <ArrowUp aria-hidden size={14} />
          </IconButton>
          <IconButton
            label={m.field_rowDown({ number })}
            size="sm"
            disabled={number === count}
            onClick={() => on.onMove(at + 1)}
          >
            <ArrowDown aria-hidden size={14} />
          </IconButton>
          <IconButton label={m.field_rowRemove({ number })} size="sm" tone="danger" onClick={on.onRemove}>
            <X aria-hidden size={15} />
          </IconButton>
        </td>
      )}
    </tr>
  )
}
