import { parseDateTime, toZoned as toInstant } from '@internationalized/date'
import { instantParts } from './date.ts'

/** The local day and time in a time zone. */
export type Zoned = { day: string; time: string }

/** The local day and time of an instant in a time zone; undefined when the value is not an instant. */
export function toZoned(instant: string | number, timeZone: string): Zoned | undefined {
  const parts = instantParts(instant, timeZone)
  if (!parts) return undefined
  const { year, month, day, hour, minute, second } = parts
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}:${second}` }
}

/**
 * The instant of a local day and time in a time zone, as ISO 8601 in UTC. A time that the clocks skip in spring moves
 * forward by the skipped time. Of a time that occurs twice in autumn, the first is used.
 */
export function fromZoned({ day, time }: Zoned, timeZone: string): string {
  return toInstant(parseDateTime(`${day}T${time}`), timeZone, 'compatible').toAbsoluteString()
}
