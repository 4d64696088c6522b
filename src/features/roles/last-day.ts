import { fromZoned } from '#src/lib/from-zoned.ts'
import { toZoned } from '#src/lib/zoned.ts'

const END_OF_DAY = '23:59:59'

/** The last moment of a day in the site's time zone; null without a day. */
export function endOfDay(day: string | null, timeZone: string): string | null {
  return day === null ? null : fromZoned({ day, time: END_OF_DAY }, timeZone)
}

/** The day on which something ends, with the time where it is not the end of the day. */
export function lastDay(endTime: string, timeZone: string): { day: string; text: string } {
  const { day = '', time = '' } = toZoned(endTime, timeZone) ?? {}
  return { day, text: time === END_OF_DAY ? day : `${day} ${time}` }
}

/** Today in the site's time zone. */
export function thisDay(timeZone: string): string {
  return toZoned(Date.now(), timeZone)?.day ?? ''
}
