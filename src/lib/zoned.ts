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
  const wanted = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  const offsetAt = (instant: number) => {
    const shown = toZoned(new Date(instant).toISOString(), timeZone)
    return shown ? Date.parse(`${shown.day}T${shown.time}Z`) - instant : 0
  }
  // Around a change of clocks, two offsets are possible: those of half a day before and after.
  const offsets = [offsetAt(wanted - 43_200_000), offsetAt(wanted + 43_200_000)]
  const fitting = offsets.map((offset) => wanted - offset).filter((instant) => instant + offsetAt(instant) === wanted)
  const instant = fitting.length > 0 ? Math.min(...fitting) : wanted - (offsets[0] ?? 0)
  return new Date(instant).toISOString()
}
