import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'

/**
 * The message for an error of an object itself: an unknown key, a missing key (which is an empty field), or a value
 * that is not an object.
 */
export function wrongObject(issue: v.StrictObjectIssue): string {
  return issue.expected === 'never'
    ? m.error_unknownField({ field: String(issue.path?.[0]?.key) })
    : issue.path
      ? m.rule_required()
      : m.rule_type()
}

/** What a schema says that has no sentence of its own: in the language of the request, like every other message. */
v.setGlobalMessage((issue) => {
  if (issue.expected === 'never' && issue.path) return m.error_unknownField({ field: String(issue.path.at(-1)?.key) })
  return issue.received === 'undefined' ? m.rule_required() : m.rule_type()
})
