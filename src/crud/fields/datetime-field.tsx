import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { isDay, isTime } from '#src/lib/calendar.ts'
import { fromZoned } from '#src/lib/from-zoned.ts'
import { toZoned, type Zoned } from '#src/lib/zoned.ts'
import type { FieldOf } from '#src/resource/description.ts'
import { zoneOf } from '#src/resource/zone-of.ts'
import { DateInput } from '#src/ui/date-input.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { TimeInput } from '#src/ui/time-input.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type DatetimeFieldProps = FieldProps & { field: FieldOf<'datetime'> }

/** A date and a time, shown in the site's time zone and stored in UTC. Clock times are stored as they are typed. */
export function DatetimeField({ field, label, placeholder: _none, disabled, ...rest }: DatetimeFieldProps) {
  const { timeZone } = useKit()
  const zone = zoneOf(field, timeZone)
  const { value, errors, set, leave } = useBoundField<string | null>()
  // A date without a time is not an instant. The typed part stays here until the other part follows.
  const [typed, setTyped] = useState<Partial<Zoned> | null>(null)
  const shown = value === null ? undefined : (toZoned(value, zone) ?? typedBefore(value))
  const { day, time } = typed ?? shown ?? {}
  const change = (part: Partial<Zoned>) => {
    const next = { day, time, ...part }
    const { day: onDay = '', time: atTime = '' } = next
    const whole = isDay(onDay) && isTime(atTime)
    setTyped(whole ? null : next)
    if (whole) set(fromZoned({ day: onDay, time: atTime }, zone))
    // An invalid value still goes to the form, so that validation reports it.
    else set(onDay === '' && atTime === '' ? null : `${onDay} ${atTime}`)
  }
  return (
    <FieldGroup label={label} {...rest} errors={errors}>
      <span className="flex gap-2">
        <DateInput
          aria-label={m.field_dayOf({ field: label })}
          value={day ?? null}
          onChange={(next) => change({ day: next ?? '', ...(next && !time ? { time: '00:00:00' } : {}) })}
          aria-invalid={errors.length > 0 || undefined}
          onBlur={leave}
          disabled={disabled}
          required={rest.required}
          timeZone={timeZone}
          className="min-w-0 flex-[3]"
        />
        <TimeInput
          aria-label={m.field_timeOf({ field: label })}
          value={time ?? null}
          onChange={(next) => change({ time: next ?? '' })}
          aria-invalid={errors.length > 0 || undefined}
          onBlur={leave}
          disabled={disabled}
          seconds
          className="tabular min-w-24 flex-[2]"
        />
      </span>
    </FieldGroup>
  )
}

/** Splits an invalid value that a reopened draft contains. */
function typedBefore(value: string): Partial<Zoned> {
  const [day, time] = value.split(' ')
  return { day, time }
}
