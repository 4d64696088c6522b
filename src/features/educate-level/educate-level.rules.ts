import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

/** Checks that each school year of a level has a grade name. The form and the server use this rule. */
export function levelErrors({ years, gradeNames }: Readonly<Record<string, unknown>>): FieldErrors {
  const named = Array.isArray(gradeNames) ? gradeNames.length : 0
  // A form holds typed text, so the value is converted.
  const count = Number(years)
  if (years === '' || years === null || !Number.isInteger(count) || named === count) return {}
  return { gradeNames: [m.educateLevel_gradeCount({ years: count, named })] }
}
