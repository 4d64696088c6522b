import { m } from '#src/i18n/paraglide/messages.js'

const names: Readonly<Record<number, (years: { from: number; to: number }) => string>> = {
  1: m.term_nameFirst,
  2: m.term_nameSecond,
  3: m.term_nameSummer,
}

/**
 * The usual name of a term in the language of the moment: "2025-2026 first term".
 * @param schoolYear the calendar year in which the school year begins
 * @param number 1, 2, or 3 for the summer
 */
export function usualName(schoolYear: number, number: number): string {
  const years = { from: schoolYear, to: schoolYear + 1 }
  return names[number]?.(years) ?? schoolYearText(schoolYear)
}

/** A school year by both of its calendar years: "2025-2026". */
export function schoolYearText(schoolYear: number): string {
  return `${schoolYear}-${schoolYear + 1}`
}
