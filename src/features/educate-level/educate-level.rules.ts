import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

/** Each year of a level has a name. For the form and the server alike. */
export function levelErrors({ years, gradeNames }: Readonly<Record<string, unknown>>): FieldErrors {
  const named = Array.isArray(gradeNames) ? gradeNames.length : 0
  // A form holds what was typed.
  const count = Number(years)
  if (years === '' || years === null || !Number.isInteger(count) || named === count) return {}
  return { gradeNames: [m.educateLevel_gradeCount({ years: count, named })] }
}
