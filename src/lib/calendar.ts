/** Whether a text is an existing day in the form `2026-09-01`. */
export function isDay(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts || parts[1] === '0000') return false
  const date = new Date(`${value}T00:00:00Z`)
  // February 30 would roll over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Whether a text is a time of day in the form `08:30` or `08:30:00`. */
export function isTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
}

const two = (digits: string) => digits.padStart(2, '0')

/**
 * Parses a day in the forms that users type: `2026-9-1`, `2026/09/01`, `20260901`, `2026年9月1日`.
 * @returns the form `2026-09-01`, or undefined when it is not a day
 */
export function readDay(text: string): string | undefined {
  const parts =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text.trim()) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim())
  if (!parts) return undefined
  const day = `${parts[1]}-${two(parts[2] ?? '')}-${two(parts[3] ?? '')}`
  return isDay(day) ? day : undefined
}

/**
 * Parses a time in the forms that users type: `8:30`, `0830`, `830`, `8：30`, `8`.
 * @returns the time with seconds, `08:30:00`, or undefined when it is not a time
 */
export function readTime(text: string): string | undefined {
  const parts =
    /^(\d{1,2})(?:[:：.](\d{1,2})(?:[:：.](\d{1,2}))?)?$/.exec(text.trim()) ?? /^(\d{1,2})(\d{2})$/.exec(text.trim())
  if (!parts) return undefined
  const time = [parts[1], parts[2], parts[3]].map((part) => two(part ?? '0')).join(':')
  return isTime(time) ? time : undefined
}
