import type * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'

/** What an object can get wrong by itself: a key that is missing, which is a field left empty, or one that is not its own. */
export function wrongObject(issue: v.StrictObjectIssue): string {
  return issue.expected === 'never'
    ? m.error_unknownField({ field: String(issue.path?.[0]?.key) })
    : issue.path
      ? m.rule_required()
      : m.rule_type()
}
