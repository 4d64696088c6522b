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
