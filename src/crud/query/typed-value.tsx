import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { isDay, isTime } from '#src/lib/calendar.ts'
import type { Field } from '#src/resource/description.ts'
import { numberOf } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { DateInput } from '#src/ui/date-input.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { TimeInput } from '#src/ui/time-input.tsx'

type TypedValueProps = {
  field: Field
  label: string
  value: string | number
  /** Receives an empty string for an invalid input. The condition is then unfinished. */
  onChange(value: string): void
}

/** One value, entered as in the field's form. Money is entered in the usual notation and compared in cents. */
export function TypedValue({ field, label, value, onChange }: TypedValueProps) {
  const { timeZone } = useKit()
  const number = numberOf(field)
  const { moment } = typeOf(field)
  /** The invalid input. The error message appears after the control loses the focus or the user presses Enter. */
  const [wrong, setWrong] = useState<string>()
  const [over, setOver] = useState(false)
  const take = (next: string | number | null) => {
    const good = next === null || fits(field, next)
    setWrong(good ? undefined : String(next))
    setOver(false)
    onChange(good && next !== null ? String(next) : '')
  }
  const shown = wrong ?? (value === '' ? null : value)
  const common = { autoComplete: 'off', onBlur: () => setOver(true) }
  return (
    <FormField
      label={label}
      hideLabel
      errors={wrong !== undefined && over ? [sentenceOf(field)] : []}
      className="min-w-28 flex-1"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes Enter, which bubbles from the control */}
      <span className="contents" onKeyDown={(event) => event.key === 'Enter' && setOver(true)}>
        {number ? (
          <NumberInput
            {...common}
            value={wrong === undefined ? readNumber(shown) : wrong}
            onChange={take}
            cents={number.cents}
          />
        ) : moment === 'day' ? (
          <DateInput {...common} value={textOf(shown)} onChange={take} timeZone={timeZone} className="min-w-36" />
        ) : moment === 'time' ? (
          <TimeInput {...common} value={textOf(shown)} onChange={take} />
        ) : (
          <Input autoComplete="off" defaultValue={value} onChange={(event) => onChange(event.target.value.trim())} />
        )}
      </span>
    </FormField>
  )
}

/** A link may contain any text. A text that is not a number is shown unchanged. */
function readNumber(value: string | number | null): string | number | null {
  return value === null || Number.isNaN(Number(value)) ? value : Number(value)
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}

function fits(field: Field, value: string | number): boolean {
  const number = numberOf(field)
  if (number) return number.decimals === undefined ? Number.isSafeInteger(value) : typeof value === 'number'
  return typeOf(field).moment === 'time' ? isTime(String(value)) : isDay(String(value))
}

function sentenceOf(field: Field): string {
  const number = numberOf(field)
  if (!number) return typeOf(field).moment === 'time' ? m.rule_time() : m.rule_date()
  if (number.digits) return m.rule_year()
  return number.cents || number.decimals !== undefined ? m.rule_float() : m.rule_integer()
}
