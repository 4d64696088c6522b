import { useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { formatTimeOfDay, instantParts, toInstant } from '#src/lib/date.ts'

type RelativeTimeProps = {
  /** An instant as text or in milliseconds. Anything else shows nothing. */
  value: unknown
  title: string
  timeZone: string
}

/**
 * A time as people say it: "3m ago", "yesterday 12:25", "11-22", "2025-11-22". It goes on by itself. The title
 * contains the full date and time.
 */
export function RelativeTime({ value, title, timeZone }: RelativeTimeProps) {
  const minute = useMinute()
  const instant = typeof value === 'string' || typeof value === 'number' ? toInstant(value) : undefined
  if (!instant) return null
  return (
    // A minute may pass between the server's answer and the browser's first render.
    <time dateTime={instant.toISOString()} title={title} className="text-muted" suppressHydrationWarning>
      {whenText(instant, minute, timeZone)}
    </time>
  )
}

/** @param now the current time in milliseconds */
function whenText(instant: Date, now: number, timeZone: string): string {
  const seconds = (instant.getTime() - now) / 1000
  if (Math.abs(seconds) < 60) return m.list_justNow()
  if (Math.abs(seconds) < 3600) return words(Math.trunc(seconds / 60), 'minute')
  const own = instantParts(instant.toISOString(), timeZone)
  const today = instantParts(now, timeZone)
  if (!own || !today) return ''
  const days = dayNumber(own) - dayNumber(today)
  if (days === 0) return words(Math.trunc(seconds / 3600), 'hour')
  if (Math.abs(days) === 1) return `${words(days, 'day')} ${formatTimeOfDay(instant.toISOString(), timeZone)}`
  const date = `${own.month}-${own.day}`
  return own.year === today.year ? date : `${own.year}-${date}`
}

const words = (count: number, unit: Intl.RelativeTimeFormatUnit) => formatOf(getLocale()).format(count, unit)

type Day = { year: string; month: string; day: string }
const dayNumber = ({ year, month, day }: Day) => Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000

const formats = new Map<string, Intl.RelativeTimeFormat>()

/** Short ones, as for a column. Cached, because creating a formatter costs more than using it a thousand times. */
function formatOf(locale: string): Intl.RelativeTimeFormat {
  const known = formats.get(locale)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })
  formats.set(locale, made)
  return made
}

const MINUTE = 60_000
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE

let minute = thisMinute()
const readers = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** All cells share one timer. It ends with the minute: in an older one, what happens now would be in the future. */
function follow() {
  minute = thisMinute()
  timer = setTimeout(
    () => {
      follow()
      for (const reader of readers) reader()
    },
    minute + MINUTE - Date.now(),
  )
}

function subscribe(changed: () => void) {
  if (readers.size === 0) follow()
  readers.add(changed)
  return () => {
    readers.delete(changed)
    if (readers.size === 0) clearTimeout(timer)
  }
}

/**
 * The current minute, as the milliseconds of its beginning. A browser hydrates with the value that it goes on with:
 * another one would make React render the page again after each cell.
 */
function useMinute(): number {
  const read = () => minute
  return useSyncExternalStore(subscribe, read, typeof window === 'undefined' ? thisMinute : read)
}
