import { useSyncExternalStore } from 'react'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { formatInstant, toInstant } from '#src/lib/date.ts'
import type { FieldValue } from '#src/resource/form-values.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago, or how soon; the whole instant is its title. The server, which does not know when it is read, says the whole. */
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

/** Seconds from now in words. */
export function ago(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' })
  const [unit, size] = steps.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1]
  return format.format(Math.trunc(seconds / size), unit)
}

let now = Date.now()
const readers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all cells. */
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

/** The time, to the minute. */
function useMinute(): number {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )
}
