/** Whether a text is a day that exists, as `2026-09-01`. */
export function isDay(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts || parts[1] === '0000') return false
  const date = new Date(`${value}T00:00:00Z`)
  // February 30 would roll over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Whether a text is a time of day, as `08:30` or `08:30:00`. */
export function isTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
}
