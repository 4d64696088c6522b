import type { KeyboardEvent } from 'react'
import { readTime } from '#src/lib/calendar.ts'
import { arrowStep } from './arrow-step.ts'
import { Input, type InputProps } from './input.tsx'
import { useTyped } from './use-typed.ts'

type TimeInputProps = Omit<InputProps, 'value' | 'onChange' | 'step'> & {
  /** `08:30:00`. */
  value: string | null
  onChange(value: string | null): void
  seconds?: boolean
}

/** An input for a time of day, typed freely (`830`) or changed by minutes with the arrow keys. */
export function TimeInput({ value, onChange, seconds, ...rest }: TimeInputProps) {
  const typed = useTyped<string>({
    value,
    onChange: (next) => onChange(next === null ? null : String(next)),
    format: (time) => (seconds ? time : time.slice(0, 5)),
    read: readTime,
  })
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = arrowStep(event)
    if (step === undefined) return
    typed.settle()
    onChange(moved((value && readTime(value)) || '00:00:00', step * (event.shiftKey ? 60 : 1)))
  }
  return (
    <Input
      autoComplete="off"
      inputMode="numeric"
      placeholder={seconds ? 'hh:mm:ss' : 'hh:mm'}
      {...rest}
      value={typed.text}
      onChange={(event) => typed.type(event.target.value)}
      onKeyDown={keys}
      onBlur={(event) => {
        typed.settle()
        rest.onBlur?.(event)
      }}
    />
  )
}

/** Adds minutes to a time of day. The result continues at 00:00 after 23:59. */
function moved(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const total = (((hour * 60 + minute + minutes) % 1440) + 1440) % 1440
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(total / 60))}:${two(total % 60)}:${time.slice(6, 8) || '00'}`
}
