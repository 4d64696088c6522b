import { parseDateTime, toZoned } from '@internationalized/date'
import type { Zoned } from './zoned.ts'

// A file of its own, so that lists need not load the library.

/**
 * The instant of a local day and time in a time zone, as ISO 8601 in UTC. A time that the clocks skip in spring moves
 * forward by the skipped time. Of a time that occurs twice in autumn, the first is used.
 */
export function fromZoned({ day, time }: Zoned, timeZone: string): string {
  return toZoned(parseDateTime(`${day}T${time}`), timeZone, 'compatible').toAbsoluteString()
}
