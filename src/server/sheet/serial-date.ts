const DAY = 86_400_000

/** The serial number of the last day in spreadsheet programs: 9999-12-31. */
export const LAST_SERIAL = 2_958_465

/** Serial numbers that are plausible where only a date can be meant: 1927 to 2119. */
export const PLAUSIBLE_DAYS = { min: 10_000, max: 80_000 }

/**
 * Converts the serial number of a spreadsheet to a local time: `2026-09-01T08:30:00`.
 * @param date1904 whether the workbook counts from 1904
 */
export function localOf(serial: number, date1904: boolean): string | undefined {
  const days = date1904 ? serial + 1462 : serial
  if (!(days >= 0 && days < LAST_SERIAL + 1)) return undefined
  // The format has a 29 February 1900, which did not exist. Earlier days are one off.
  const real = days < 60 ? days + 1 : days
  const millis = Date.UTC(1899, 11, 30) + Math.round(real * 86_400) * 1000
  // Day zero is a time without a day.
  return new Date(days < 1 ? millis - DAY : millis).toISOString().slice(0, 19)
}
