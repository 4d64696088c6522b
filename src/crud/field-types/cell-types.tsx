import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { CellField, FieldOf } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ColorInput } from '#src/ui/color-input.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { Input } from '#src/ui/input.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { TimeInput } from '#src/ui/time-input.tsx'
import { RelationCell } from '../fields/relation-cell.tsx'
import type { CellValue, RowCellProps } from '../fields/row-cell.tsx'

/** What the control of a cell gets besides its field. */
type CellOptions = RowCellProps & {
  /** The props of every text control. */
  common: {
    'aria-label': string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
    disabled: boolean | undefined
    onBlur(): void
  }
  timeZone: string
}

/** A field type as a column of a table inside a form. */
export type CellFieldType<TCell extends CellField> = {
  control(cell: TCell, options: CellOptions): ReactNode
  /** Whether a cell takes a whole line on a small screen. */
  readonly long: boolean
}

type CellTypes = { readonly [TType in CellField['type']]: CellFieldType<FieldOf<TType> & CellField> }

/** Inputs fill the room of their cells. By themselves they are so wide that other columns would be out of sight. */
const short = { width: '6rem' }
const long = { width: '8rem' }

const number = {
  control: (
    { min, max }: { readonly min?: number; readonly max?: number },
    { common, value, onChange }: CellOptions,
    cents = false,
  ) => (
    <NumberInput
      {...common}
      value={typed(value)}
      onChange={onChange}
      min={min}
      max={max}
      cents={cents}
      className="tabular min-w-20"
      style={short}
    />
  ),
  long: false,
} as const

/** The field types that a table inside a form can have. The compiler asks for an entry of each new one. */
const cellTypes: CellTypes = {
  text: {
    control: (_cell, { common, value, onChange }) => (
      <Input
        {...common}
        value={text(value)}
        autoComplete="off"
        style={long}
        onChange={(event) => onChange(event.target.value)}
      />
    ),
    long: true,
  },
  integer: number,
  number,
  money: { control: (cell, options) => number.control(cell, options, true), long: false },
  year: number,
  switch: {
    control: (_cell, { label, value, disabled, onChange }) => (
      <span className="flex h-8 items-center">
        <Checkbox
          checked={value === 1}
          onChange={(on) => onChange(on ? 1 : 0)}
          disabled={disabled}
          aria-label={label}
        />
      </span>
    ),
    long: false,
  },
  select: {
    control: (cell, options) => {
      const { value, onChange, common } = options
      if (cell.multiple) return <SeveralOptions {...options} cell={cell} />
      return (
        <NativeSelect
          {...common}
          className="w-full min-w-34"
          {...(cell.required ? { placeholder: m.ui_choose() } : {})}
          items={[
            ...(cell.required ? [] : [{ value: '', label: m.crud_none() }]),
            ...cell.options.map((one) => ({ value: String(one.value), label: labelText(one.label) })),
          ]}
          value={value === null ? '' : String(value)}
          onChange={(next) => onChange(cell.options.find((one) => String(one.value) === next)?.value ?? null)}
        />
      )
    },
    long: false,
  },
  date: {
    control: (_cell, { common, value, onChange, timeZone }) => (
      <DateInput {...common} value={text(value) || null} onChange={onChange} timeZone={timeZone} className="min-w-32" />
    ),
    long: false,
  },
  time: {
    control: ({ seconds }, { common, value, onChange }) => (
      <TimeInput {...common} value={text(value) || null} onChange={onChange} seconds={seconds} className="min-w-24" />
    ),
    long: false,
  },
  color: {
    control: ({ presets }, { common, value, onChange }) => (
      <ColorInput
        {...common}
        value={text(value)}
        onChange={onChange}
        presets={presets}
        className="min-w-28"
        style={short}
      />
    ),
    long: false,
  },
  relation: {
    control: ({ multiple }, { common: _common, timeZone: _timeZone, ...props }) => (
      <RelationCell {...props} multiple={multiple === true} />
    ),
    long: true,
  },
}

/** The entry of a cell's type. */
export function cellTypeOf({ type }: CellField): CellFieldType<CellField> {
  return cellTypes[type]
}

type SeveralOptionsProps = RowCellProps & { cell: FieldOf<'select'> }

function SeveralOptions({ cell, label, value, disabled, onChange, onLeave }: SeveralOptionsProps) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <MultiSelect
      disabled={disabled}
      onBlur={onLeave}
      aria-label={label}
      items={cell.options.map((one) => ({ value: String(one.value), label: labelText(one.label) }))}
      value={chosen.map(String)}
      onChange={(next) => onChange(cell.options.map((one) => one.value).filter((one) => next.includes(String(one))))}
    />
  )
}

function text(value: CellValue): string {
  return typeof value === 'string' ? value : ''
}

function typed(value: CellValue): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
