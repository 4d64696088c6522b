import { DatePicker, parseDate } from '@ark-ui/react/date-picker'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { cx } from '#src/lib/cx.ts'
import { toZoned } from '#src/lib/zoned.ts'
import { Button } from './button.tsx'

type CalendarProps = {
  value: string | null
  onPick(day: string | null): void
  min?: string
  max?: string
  timeZone: string
  clearable?: boolean
}

const cell = [
  'grid size-8 w-full place-items-center rounded-md text-sm outline-none',
  'hover:bg-hover focus-visible:outline-2 focus-visible:outline-accent-solid',
  'data-today:font-semibold data-today:text-accent-ink data-outside-range:text-subtle data-disabled:opacity-40',
  'data-selected:bg-accent-solid data-selected:text-white',
].join(' ')
const head = 'grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-40'

/** A calendar to pick a day, with views of days, months and years. Weeks begin on Monday. */
export function Calendar({ value, onPick, min, max, timeZone, clearable }: CalendarProps) {
  const today = toZoned(new Date().toISOString(), timeZone)?.day
  const day = value ? parseDate(value) : undefined
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The popup focuses its first button, but the user needs the days. The days handle keys only one frame later.
    const frame = requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[data-part="table-cell-trigger"][tabindex="0"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <DatePicker.Root
      ref={root}
      inline
      locale={getLocale() === 'en' ? 'en-US' : 'zh-CN'}
      timeZone={timeZone}
      startOfWeek={1}
      value={day ? [day] : []}
      {...(day ? { defaultFocusedValue: day } : {})}
      min={min ? parseDate(min) : undefined}
      max={max ? parseDate(max) : undefined}
      onValueChange={(details) => {
        const [picked] = details.value
        if (picked) onPick(picked.toString().slice(0, 10))
      }}
    >
      <DatePicker.Context>
        {(calendar) => (
          <>
            {(['day', 'month', 'year'] as const).map((view) => (
              <DatePicker.View key={view} view={view}>
                <DatePicker.ViewControl className="mb-2 flex items-center justify-between">
                  <DatePicker.PrevTrigger aria-label={m.ui_earlier()} className={head}>
                    <ChevronLeft aria-hidden size={16} />
                  </DatePicker.PrevTrigger>
                  <DatePicker.ViewTrigger className="rounded-md px-2 py-1 text-sm font-medium hover:bg-hover">
                    <DatePicker.RangeText />
                  </DatePicker.ViewTrigger>
                  <DatePicker.NextTrigger aria-label={m.ui_later()} className={head}>
                    <ChevronRight aria-hidden size={16} />
                  </DatePicker.NextTrigger>
                </DatePicker.ViewControl>
                <DatePicker.Table className="w-full table-fixed">
                  {view === 'day' && (
                    <DatePicker.TableHead>
                      <DatePicker.TableRow>
                        {calendar.weekDays.map((weekDay) => (
                          <DatePicker.TableHeader
                            key={weekDay.long}
                            aria-label={weekDay.long}
                            className="h-7 text-xs font-normal text-subtle"
                          >
                            {weekDay.narrow}
                          </DatePicker.TableHeader>
                        ))}
                      </DatePicker.TableRow>
                    </DatePicker.TableHead>
                  )}
                  <DatePicker.TableBody>
                    {view === 'day' &&
                      calendar.weeks.map((week) => (
                        <DatePicker.TableRow key={String(week[0])}>
                          {week.map((one) => (
                            <DatePicker.TableCell key={String(one)} value={one} className="p-0">
                              <DatePicker.TableCellTrigger
                                // A click on the selected day changes no value, but it still picks the day.
                                onClick={() => one.toString() === value && onPick(value)}
                                className={cell}
                              >
                                {one.day}
                              </DatePicker.TableCellTrigger>
                            </DatePicker.TableCell>
                          ))}
                        </DatePicker.TableRow>
                      ))}
                    {view !== 'day' &&
                      (view === 'month'
                        ? calendar.getMonthsGrid({ columns: 4, format: 'short' })
                        : calendar.getYearsGrid({ columns: 4 })
                      ).map((row) => (
                        <DatePicker.TableRow key={row[0]?.value}>
                          {row.map((one) => (
                            <DatePicker.TableCell key={one.value} value={one.value} className="p-0.5">
                              <DatePicker.TableCellTrigger className={cx(cell, 'h-10')}>
                                {one.label}
                              </DatePicker.TableCellTrigger>
                            </DatePicker.TableCell>
                          ))}
                        </DatePicker.TableRow>
                      ))}
                  </DatePicker.TableBody>
                </DatePicker.Table>
              </DatePicker.View>
            ))}
          </>
        )}
      </DatePicker.Context>
      <div className="mt-2 flex justify-between border-t border-line pt-2">
        <Button size="sm" variant="ghost" onClick={() => today && onPick(today)}>
          {m.ui_today()}
        </Button>
        {clearable && value && (
          <Button size="sm" variant="ghost" onClick={() => onPick(null)}>
            {m.ui_clear()}
          </Button>
        )}
      </div>
    </DatePicker.Root>
  )
}
