import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import type { CellField } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ColorInput } from '#src/ui/color-input.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { Input } from '#src/ui/input.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { TimeInput } from '#src/ui/time-input.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import type { RelationLabels } from '../form/relation-labels.ts'
import { RelationCell } from './relation-cell.tsx'
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
  const { cell, label, value, wrong, described, disabled, onChange, onLeave } = props
  const { timeZone } = useKit()
  const text = typeof value === 'string' ? value : ''
  const typed = typeof value === 'string' || typeof value === 'number' ? value : null
  const common = {
    'aria-label': label,
    'aria-invalid': wrong || undefined,
    'aria-describedby': described,
    disabled,
    onBlur: onLeave,
  }
  switch (cell.type) {
    case 'text':
      return <Input {...common} value={text} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
      return (
        <NumberInput
          {...common}
          value={typed}
          onChange={onChange}
          min={cell.min}
          max={cell.max}
          cents={cell.type === 'money'}
          className="tabular min-w-20"
        />
      )
    case 'switch':
      return (
        <span className="flex h-8 items-center">
          <Checkbox
            checked={value === 1}
            onChange={(on) => onChange(on ? 1 : 0)}
            disabled={disabled}
            aria-label={label}
          />
        </span>
      )
    case 'select':
      if (cell.multiple) {
        const chosen = Array.isArray(value) ? value : []
        return (
          <MultiSelect
            disabled={disabled}
            onBlur={onLeave}
            aria-label={label}
            items={cell.options.map((one) => ({ value: String(one.value), label: labelText(one.label) }))}
            value={chosen.map(String)}
            onChange={(next) =>
              onChange(cell.options.map((one) => one.value).filter((one) => next.includes(String(one))))
            }
          />
        )
      }
      return (
        <NativeSelect
          {...common}
          className="w-full min-w-24"
          {...(cell.required ? { placeholder: m.ui_choose() } : {})}
          items={[
            ...(cell.required ? [] : [{ value: '', label: m.crud_none() }]),
            ...cell.options.map((one) => ({ value: String(one.value), label: labelText(one.label) })),
          ]}
          value={value === null ? '' : String(value)}
          onChange={(next) => onChange(cell.options.find((one) => String(one.value) === next)?.value ?? null)}
        />
      )
    case 'date':
      return <DateInput {...common} value={text || null} onChange={onChange} timeZone={timeZone} className="min-w-32" />
    case 'time':
      return <TimeInput {...common} value={text || null} onChange={onChange} seconds={cell.seconds} />
    case 'color':
      return <ColorInput {...common} value={text} onChange={onChange} presets={cell.presets} className="min-w-28" />
    case 'relation':
      return <RelationCell {...props} multiple={cell.multiple === true} />
  }
}
