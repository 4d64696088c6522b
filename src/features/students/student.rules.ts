import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { goneStates } from './student.schema.ts'

type Days = { since: string; until: string; at?: number }

/**
 * The rules of a pupil's days, which the form and the server share: a last day that is not before the first one, only
 * for those who have left; earlier places that neither overlap nor reach into the present one.
 * @param values the values of the form, which may be incomplete: other rules report those
 */
export function studentErrors(values: Readonly<Record<string, unknown>>): FieldErrors {
  const { since, until, status, earlier } = values
  const errors: FieldErrors = {}
  const isGone = goneStates.some((state) => state === status)
  if (isGone && !isDayText(until)) errors.until = [m.rule_required()]
  if (!isGone && isDayText(until)) errors.until = [m.student_untilStays()]
  if (isGone && isDayText(since) && isDayText(until) && until < since) errors.until = [m.student_untilBefore()]
  const places = placesOf(earlier)
  for (const { at, since: first, until: last } of places) {
    if (last < first) errors[`earlier.${at}.until`] = [m.student_untilBefore()]
    else if (isDayText(since) && last >= since) errors[`earlier.${at}.until`] = [m.student_placeBefore()]
  }
  // In the order of their first days, each begins after the one before has ended.
  for (const [index, one] of places.entries()) {
    const former = places[index - 1]
    if (former && one.since <= former.until) errors[`earlier.${one.at}.since`] = [m.student_placeOverlap()]
  }
  return errors
}

function placesOf(given: unknown): (Days & { at: number })[] {
  if (!Array.isArray(given)) return []
  const rows: unknown[] = given
  return rows
    .flatMap((row, at) => {
      const [since, until] =
        typeof row === 'object' && row !== null ? [Reflect.get(row, 'since'), Reflect.get(row, 'until')] : []
      return isDayText(since) && isDayText(until) ? [{ since, until, at }] : []
    })
    .toSorted((one, other) => (one.since < other.since ? -1 : Number(one.since > other.since)))
}

function isDayText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
