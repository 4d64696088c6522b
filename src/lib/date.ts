const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter costs more than using it a thousand times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  formats.set(timeZone, made)
  return made
}

function partsOf(instant: Date, timeZone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  )
}

/** Parses an ISO text, milliseconds, or a 10-digit number of seconds; undefined for any other value. */
export function toInstant(value: string | number | null): Date | undefined {
  if (value === null || value === '') return undefined
  const number = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : undefined
  const instant =
    number === undefined ? new Date(value) : new Date(String(number).length === 10 ? number * 1000 : number)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** Formats an instant as `yyyy-mm-dd hh:MM:ss` in a time zone; a dash when there is none. */
export function formatInstant(value: string | number | null, timeZone: string): string {
  const parts = instantParts(value, timeZone)
  if (!parts) return '–'
  const { year, month, day, hour, minute, second } = parts
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/**
 * The local date and time of an instant in a time zone. All parts have leading zeros. Undefined when there is no
 * instant.
 */
export function instantParts(value: string | number | null, timeZone: string) {
  const instant = toInstant(value)
  if (!instant) return undefined
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = partsOf(instant, timeZone)
  return { year: year.padStart(4, '0'), month, day, hour, minute, second }
}

/** The local hour of an instant in a time zone (0 to 23); 0 when the value is not an instant. */
export function hourIn(value: string | number, timeZone: string): number {
  const instant = toInstant(value)
  return instant ? Number(partsOf(instant, timeZone).hour) : 0
}
