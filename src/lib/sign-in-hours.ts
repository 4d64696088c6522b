/** Days of a week, from Monday as 1 to Sunday as 7. */
export const dayRanges = {
  all: [1, 2, 3, 4, 5, 6, 7],
  workdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
  mon: [1],
  tue: [2],
  wed: [3],
  thu: [4],
  fri: [5],
  sat: [6],
  sun: [7],
} as const satisfies Record<string, readonly number[]>

export type DayRange = keyof typeof dayRanges

/**
 * Hours in which people may sign in, in the site's time zone. Where the end is not after the beginning, they last until
 * the next day; equal ends are a whole day.
 */
export type SignInHours = { days: DayRange; from: string; until: string }

/** A moment as a clock on the wall shows it. `weekday`: Monday is 1. */
export type WallTime = { weekday: number; time: string }

/** What a clock in a time zone shows. */
export function wallTime(instant: number, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1
  return { weekday, time: `${part('hour')}:${part('minute')}` }
}

/** Whether a moment lies in one of these hours. Without any hours, every moment does. */
export function isWithinHours(hours: readonly SignInHours[], { weekday, time }: WallTime): boolean {
  return hours.length === 0 || hours.some((one) => isWithin(one, weekday, time))
}

function isWithin({ days, from, until }: SignInHours, weekday: number, time: string): boolean {
  const has = (day: number) => (dayRanges[days] as readonly number[]).includes(day)
  const [begin, end] = [from.slice(0, 5), until.slice(0, 5)]
  if (begin < end) return has(weekday) && time >= begin && time < end
  const yesterday = weekday === 1 ? 7 : weekday - 1
  return (has(weekday) && time >= begin) || (has(yesterday) && time < end)
}
