import { useKit } from '#src/layout/kit-context.ts'
import type { CellField } from '#src/resource/description.ts'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { cellTypeOf } from '../field-types/cell-types.tsx'
import type { RelationLabels } from '../form/relation-labels.ts'
import type { RowValues } from './rows-line.tsx'

export type CellValue = RowValues[string]

export type RowCellProps = {
  cell: CellField
  label: string
  value: CellValue
  wrong: boolean
  /** Id of the element with the error message. */
  described: string | undefined
  /** The key under which `labels` keeps the names of this cell's values. */
  book: string
  labels: RelationLabels
  choices: ChoiceSource | undefined
  disabled?: boolean
  onChange(value: CellValue): void
  onLeave(): void
}

/** The control of a cell in a table inside a form. `label` names its column and row. */
export function RowCell(props: RowCellProps) {
  const { cell, label, wrong, described, disabled, onLeave } = props
  const { timeZone } = useKit()
  const common = {
    'aria-label': label,
    'aria-invalid': wrong || undefined,
    'aria-describedby': described,
    disabled,
    onBlur: onLeave,
  }
  return cellTypeOf(cell).control(cell, { ...props, common, timeZone })
}
