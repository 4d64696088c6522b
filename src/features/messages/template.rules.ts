import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { type MessageEvent, messageEvents, variablesOf } from '#src/lib/message-kinds.ts'

/** The variables that a text of an event names and that it does not have. A code stays out of what is shown later. */
export function templateErrors({ event, subject, text }: Record<string, unknown>): FieldErrors {
  const known = isEvent(event) ? variablesOf(event) : []
  const errors: FieldErrors = {}
  const check = (field: string, value: unknown, may: readonly string[]) => {
    const wrong = namesIn(value).find((name) => !may.includes(name))
    if (wrong !== undefined) errors[field] = [m.template_unknown({ name: `{${wrong}}` })]
  }
  check(
    'subject',
    subject,
    known.filter((name) => name !== 'code'),
  )
  check('text', text, known)
  if (known.includes('code') && typeof text === 'string' && text !== '' && !namesIn(text).includes('code'))
    errors.text ??= [m.template_codeMissing({ code: '{code}' })]
  return errors
}

export function isEvent(value: unknown): value is MessageEvent {
  return messageEvents.some((one) => one === value)
}

/** What stands in braces: a variable, or what should be one. */
function namesIn(value: unknown): string[] {
  return typeof value === 'string' ? [...value.matchAll(/\{([^{}\s]*)\}/g)].map(([, name = '']) => name) : []
}
