import * as v from 'valibot'
import { instantParts } from '#src/lib/date.ts'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

const instant = v.pipe(v.number(), v.integer(), v.minValue(0))
const schema = v.object({ day: v.string(), start: instant, paused: instant, pausedSince: v.nullable(instant) })

/** One user's working day in this browser. Instants and durations are in milliseconds. */
export type WorkingDay = v.InferOutput<typeof schema>

const days = new Map<number, LocalStore<WorkingDay | null>>()

/** The store of a user's working day, kept in the browser. */
export function workingDayOf(userId: number): LocalStore<WorkingDay | null> {
  const known = days.get(userId)
  if (known) return known
  const key = `${storageKeys.workingTime}:${userId}` as const
  const made = localStore<WorkingDay | null>({ key, version: 1, schema: v.nullable(schema), fallback: null })
  days.set(userId, made)
  return made
}

/** Returns the stored day while it is still today. Returns a new day after midnight, or when the clock was set back. */
export function today(stored: WorkingDay | null, now: number, timeZone: string): WorkingDay {
  const { year, month, day: date } = instantParts(now, timeZone) ?? { year: '', month: '', day: '' }
  const day = `${year}-${month}-${date}`
  if (stored?.day === day && stored.start <= now) return stored
  return { day, start: now, paused: 0, pausedSince: null }
}

/** The working time in milliseconds, without pauses. */
export function worked({ start, paused, pausedSince }: WorkingDay, now: number): number {
  return Math.max(0, (pausedSince ?? now) - start - paused)
}

/** Pauses the clock, or continues it. */
export function pauseOrContinue(day: WorkingDay, now: number): WorkingDay {
  if (day.pausedSince === null) return { ...day, pausedSince: now }
  return { ...day, pausedSince: null, paused: day.paused + Math.max(0, now - day.pausedSince) }
}

/** Formats a duration as `h:mm:ss`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const two = (value: number) => String(value % 60).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`
}
