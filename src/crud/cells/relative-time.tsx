import { useSyncExternalStore } from 'react'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { formatInstant, toInstant } from '#src/lib/date.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * A time relative to now. The title contains the full date and time. The server renders the full date and time, because
 * it does not know when the user reads the page.
 */
export function RelativeTime({ value, title, timeZone }: { value: FieldValue; title: string; timeZone: string }) {
  const hydrated = useHydrated()
  const minute = useMinute()
  const instant = typeof value === 'string' || typeof value === 'number' ? toInstant(value) : undefined
  if (!instant) return null
  const text = hydrated ? ago((instant.getTime() - minute) / 1000) : formatInstant(instant.toISOString(), timeZone)
  return (
    <time dateTime={instant.toISOString()} title={title} className="text-muted">
      {text}
    </time>
  )
}

/** A number of seconds from now as text, for example "2 hours ago". Negative numbers are in the past. */
export function ago(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' })
  const [unit, size] = steps.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1]
  return format.format(Math.trunc(seconds / size), unit)
}

let now = Date.now()
const readers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** All cells share one timer. */
function subscribe(changed: () => void) {
  if (readers.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const reader of readers) reader()
    }, 60_000)
  }
  readers.add(changed)
  return () => {
    readers.delete(changed)
    if (readers.size === 0) clearInterval(timer)
  }
}

/** The current time in milliseconds, updated every minute. */
function useMinute(): number {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )
}
