import { Plus } from 'lucide-react'
import { type ReactNode, use, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { FieldOf } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { RowsAtOnce } from '../form/parts-in-sight.ts'
import { startValue } from '../form/start-values.ts'
import { RowsLine, type RowValues } from './rows-line.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

export type RowsFieldProps = FieldProps & {
  field: FieldOf<'rows'>
  /** The source of a cell's choices, by the cell's name. */
  choicesOf(cell: string): ChoiceSource
  /** Extra buttons next to the button that adds a row. */
  buttons?: ReactNode
  /** Returns the row with the changes that follow from a changed cell. */
  follow?(row: RowValues, before: RowValues): RowValues
}

/** A list of objects as a table: one row per object, one control per cell. */
export function RowsField({
  field,
  choicesOf,
  buttons,
  follow,
  disabled,
  placeholder: _none,
  ...rest
}: RowsFieldProps) {
  const { timeZone } = useKit()
  const bound = useBoundField<readonly RowValues[]>()
  const { value, set } = bound
  const atOnce = use(RowsAtOnce)
  const isWhole = value.length <= atOnce
  const body = useRef<HTMLTableSectionElement>(null)
  // Rows have no id. Each row gets a key that stays the same while the user edits and moves rows.
  const [keys, setKeys] = useState<readonly string[]>([])
  const keyOf = (at: number) => keys[at] ?? `row${at}`
  const allKeys = () => value.map((_, at) => keyOf(at))
  const put = (rows: readonly RowValues[], ids: readonly string[]) => {
    setKeys(ids)
    set(rows)
  }
  const focusRow = (at: number) =>
    requestAnimationFrame(() =>
      body.current?.rows.item(at)?.querySelector<HTMLElement>('input, button, select')?.focus(),
    )
  const add = () => {
    const blank = Object.fromEntries(field.fields.map((cell) => [cell.name, startValue(cell, timeZone)]))
    // Seam: a cell of a table is never a table itself, which the type of a start value cannot express.
    put([...value, blank as unknown as RowValues], [...allKeys(), randomId()])
    focusRow(value.length)
  }
  const move = (at: number, to: number) => {
    const order = value.map((_, i) => i).filter((i) => i !== at)
    order.splice(to, 0, at)
    put(
      order.map((i) => value[i]).filter((row) => row !== undefined),
      order.map(keyOf),
    )
  }
  return (
    <FieldGroup {...rest} hint={isWhole ? rest.hint : undefined} errors={bound.wholeErrors}>
      {value.length > 0 && (
        <div className="overflow-x-auto rounded-md border border-line">
          <table className="w-full border-collapse text-left max-sm:block">
            <thead className="max-sm:sr-only">
              <tr className="border-b border-line bg-sunken text-sm text-muted">
                <th scope="col" className="w-10 py-1.5 pl-3 font-medium">
                  <span className="sr-only">{m.field_number()}</span>
                </th>
                {field.fields.map((cell) => (
                  <th key={cell.name} scope="col" className="px-1.5 py-1.5 font-medium">
                    {labelText(cell.label)}
                    {cell.required && (
                      <span aria-hidden className="ml-0.5 text-danger-ink">
                        *
                      </span>
                    )}
                  </th>
                ))}
                {!disabled && (
                  <th scope="col" className="w-24 py-1.5 pr-2">
                    <span className="sr-only">{m.crud_actions()}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody ref={body} className="max-sm:block">
              {value.slice(0, atOnce).map((row, at) => (
                <RowsLine
                  key={keyOf(at)}
                  cells={field.fields}
                  row={row}
                  at={at}
                  count={value.length}
                  name={bound.name}
                  labels={bound.labels}
                  errorsOf={(cell, left) => bound.partErrors(`${at}.${cell}`, left)}
                  choicesOf={choicesOf}
                  disabled={disabled}
                  onChange={(next) => set(value.map((one, i) => (i === at ? (follow?.(next, row) ?? next) : one)))}
                  onMove={(to) => {
                    move(at, to)
                    focusRow(to)
                  }}
                  onRemove={() => {
                    put(
                      value.filter((_, i) => i !== at),
                      allKeys().filter((_, i) => i !== at),
                    )
                    focusRow(Math.max(0, at - 1))
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {/* What is below the rows would move when the last ones come. */}
      {!disabled && isWhole && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Plus aria-hidden size={14} />}
            onClick={add}
            disabled={value.length >= field.maxItems}
          >
            {m.field_addRow()}
          </Button>
          {buttons}
        </div>
      )}
    </FieldGroup>
  )
}
