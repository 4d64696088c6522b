import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { accountPattern } from './account-pattern.ts'
import { holdsIdNumber, isIdNumber } from './id-number.ts'
import { phonePatterns, plainPhone } from './phone-number.ts'

// Messages are functions, so that each request is answered in its own language.

/** Named patterns of text fields. An empty text passes; `required` is a separate rule. */
export const textRules = {
  account: { pattern: accountPattern, message: () => m.rule_account() },
  code: { pattern: /^[\w.-]+$/, message: () => m.rule_code() },
  mobile: { pattern: phonePatterns.mobile, message: () => m.rule_mobile() },
  phone: { pattern: phonePatterns.phone, message: () => m.rule_phone() },
  // Names of people: letters of any script, with a dot, space, dash or apostrophe between them.
  name: { pattern: /^\p{L}[\p{L}\p{M}]*(?:[·•.‧ '’-]{1,2}[\p{L}\p{M}]+)*\.?$/u, message: () => m.rule_name() },
  idNumber: { pattern: /^(\d{15}|\d{17}[\dXx])$/, message: () => m.rule_idNumber() },
  // A permanent number of a pupil. It says nothing about the person, so it holds no number of an ID card.
  studentNumber: { pattern: /^[A-Za-z0-9-]+$/, message: () => m.rule_studentNumber() },
  email: { pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, message: () => m.rule_email() },
  uuid: { pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, message: () => m.rule_uuid() },
  // Only absolute URLs.
  url: { pattern: /^((https?|ftp):\/\/|(mailto|tel):)[^\s/][^\s]*$/i, message: () => m.rule_url() },
} as const

export type TextRule = keyof typeof textRules

/** Whether a text matches a named rule. */
export function fitsRule(rule: TextRule, value: string): boolean {
  if (!textRules[rule].pattern.test(value)) return false
  if (rule === 'idNumber') return isIdNumber(value)
  return rule !== 'studentNumber' || !holdsIdNumber(value)
}

/**
 * The rule of a text field: trimmed, at most `max` characters, required or optional, and with a named pattern. A
 * telephone number gets its normal form.
 */
export function text(options: { required?: boolean; max?: number; rule?: TextRule } = {}) {
  const { rule } = options
  return v.pipe(
    v.string(() => m.rule_type()),
    v.check(
      (value) => !options.required || value !== '',
      () => m.rule_required(),
    ),
    v.trim(),
    v.check(
      (value) => !options.required || value !== '',
      () => m.rule_empty(),
    ),
    v.transform((value) => (rule === 'mobile' || rule === 'phone' ? (plainPhone(value, rule) ?? value) : value)),
    v.check(
      (value) => options.max === undefined || [...value].length <= options.max,
      () => m.rule_maxLength({ max: options.max ?? 0 }),
    ),
    v.check(
      (value) => !rule || value === '' || fitsRule(rule, value),
      () => (rule ? textRules[rule].message() : ''),
    ),
  )
}
