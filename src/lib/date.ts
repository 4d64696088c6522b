import { m } from '#src/i18n/paraglide/messages.js'
import { type TimeFormat, timeFormat } from './time-format.ts'

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

/**
 * Formats an instant in a time zone as the user wants it: `yyyy-mm-dd hh:MM:ss` unless the profile says otherwise. A
 * dash when there is none.
 */
export function formatInstant(value: string | number | null, timeZone: string): string {
  return formatIn(timeFormat(), value, timeZone)
}

/** The same in a given format. */
export function formatIn(format: TimeFormat, value: string | number | null, timeZone: string): string {
  const parts = instantParts(value, timeZone)
  if (!parts) return '–'
  const { year, month, day, hour, minute, second } = parts
  const date = `${year}-${month}-${day}`
  switch (format) {
    case 'seconds':
      return `${date} ${hour}:${minute}:${second}`
    case 'minutes':
      return `${date} ${hour}:${minute}`
    case 'halfday':
      return `${date} ${halfDay(hour, minute)}`
  }
}

/** The same without seconds. */
export function formatMinute(value: string | number | null, timeZone: string): string {
  const parts = instantParts(value, timeZone)
  return parts ? `${parts.year}-${parts.month}-${parts.day} ${formatTimeOfDay(value, timeZone)}` : '–'
}

/** The time of a day in a time zone as the user wants it, without seconds. */
export function formatTimeOfDay(value: string | number | null, timeZone: string): string {
  const parts = instantParts(value, timeZone)
  if (!parts) return '–'
  return timeFormat() === 'halfday' ? halfDay(parts.hour, parts.minute) : `${parts.hour}:${parts.minute}`
}

/** `1:05 PM`, `下午1:05`. */
function halfDay(hour: string, minute: string): string {
  const time = `${Number(hour) % 12 || 12}:${minute}`
  return Number(hour) < 12 ? m.time_am({ time }) : m.time_pm({ time })
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
