import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

/** Checks that graduation comes after entry. The form and the server use this rule. */
export function yearErrors({ entryYear, graduationYear }: Readonly<Record<string, unknown>>): FieldErrors {
  if (!entryYear || !graduationYear) return {}
  // A form holds typed text. Another rule reports text that is no year.
  return Number(graduationYear) <= Number(entryYear) ? { graduationYear: [m.studentYear_graduationBefore()] } : {}
}
