import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'

type Values = Readonly<Record<string, unknown>>

/** New members need a group that is on: what is wrong with the values of a group, as it was and as it would be. */
export function memberGroupErrors(values: Values, was: Values | undefined): FieldErrors {
  const now = { ...was, ...values }
  if (isOn(was?.forNew) && !isOn(now.forNew)) return { forNew: [m.memberGroup_newNeeded()] }
  return isOn(now.forNew) && now.status === 0 ? { status: [m.memberGroup_newEnabled()] } : {}
}

/** A switch is 1 or 0 in a form, and true or false in the database. */
function isOn(value: unknown): boolean {
  return value === 1 || value === true
}
