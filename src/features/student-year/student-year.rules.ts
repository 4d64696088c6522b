import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

/** Graduation comes after entry. For the form and the server alike. */
export function yearErrors({ entryYear, graduationYear }: Readonly<Record<string, unknown>>): FieldErrors {
  if (!entryYear || !graduationYear) return {}
  // A form holds what was typed; what is no year is said elsewhere.
  return Number(graduationYear) <= Number(entryYear) ? { graduationYear: [m.studentYear_graduationBefore()] } : {}
}
