import { Popover } from '@ark-ui/react/popover'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { readDay } from '#src/lib/calendar.ts'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'
import { lazyPart } from './lazy.tsx'
import { looks } from './looks.ts'
import { usePopup } from './pinned.ts'
import { PopupPortal } from './popups.tsx'
import { Spinner } from './spinner.tsx'
import { useTyped } from './use-typed.ts'

// Most days are typed, so the calendar's code loads only when the user opens it.
const Calendar = lazyPart(
  async () => (await import('./calendar.tsx')).Calendar,
  <div className="grid h-72 place-items-center">
    <Spinner />
  </div>,
)

type DateInputProps = Omit<InputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  /** `2026-09-01`. */
  value: string | null
  onChange(value: string | null): void
  min?: string
  max?: string
  /** The time zone that decides which day is today in the calendar. */
  timeZone: string
}

/** An input for a day, typed freely or picked. The button, or Alt and the down arrow, opens the calendar. */
export function DateInput({ value, onChange, min, max, timeZone, ...rest }: DateInputProps) {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const typed = useTyped<string>({
    value,
    onChange: (next) => onChange(next === null ? null : String(next)),
    format: (day) => day,
    read: readDay,
  })
  const pick = (day: string | null) => {
    typed.settle()
    onChange(day)
    setOpen(false)
  }
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={usePopup({ placement: 'bottom-start', gutter: 4, fitViewport: true })}
      finalFocusEl={() => input.current}
      lazyMount
      unmountOnExit
    >
      <Popover.Anchor asChild>
        <span className={cx('block', rest.className)}>
          <Input
            autoComplete="off"
            inputMode="numeric"
            placeholder="yyyy-mm-dd"
            {...rest}
            ref={input}
            className={undefined}
            value={typed.text}
            onChange={(event) => typed.type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' || !event.altKey) return
              event.preventDefault()
              setOpen(true)
            }}
            onBlur={(event) => {
              typed.settle()
              rest.onBlur?.(event)
            }}
            action={
              <Popover.Trigger asChild>
                <IconButton label={m.ui_openCalendar()} size="sm" disabled={rest.disabled} className="size-6">
                  <CalendarDays aria-hidden size={15} />
                </IconButton>
              </Popover.Trigger>
            }
          />
        </span>
      </Popover.Anchor>
      <PopupPortal>
        <Popover.Positioner>
          <Popover.Content aria-label={m.ui_calendar()} className={cx(looks.popup, 'w-72 p-3')}>
            <Calendar
              value={(value && readDay(value)) || null}
              onPick={pick}
              min={min}
              max={max}
              timeZone={timeZone}
              clearable={!rest.required}
            />
          </Popover.Content>
        </Popover.Positioner>
      </PopupPortal>
    </Popover.Root>
  )
}
