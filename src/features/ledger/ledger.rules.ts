import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

/** An entry changes something. The form and the server use this rule. */
export function entryErrors({ amount }: Readonly<Record<string, unknown>>): FieldErrors {
  return amount !== '' && amount !== null && Number(amount) === 0 ? { amount: [m.ledger_zero()] } : {}
}
