import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { passwordRule } from '#src/lib/account-rules.ts'
import { isDay, isTime } from '#src/lib/calendar.ts'
import { id } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'
import type { Field } from './description.ts'
import { isRank, isRequired } from './field-traits.ts'
import { listOf, pairsSchema, selectSchema } from './list-schema.ts'
import { wrongObject } from './object-errors.ts'
import { filled, instantSchema, limits, numeric, orNull } from './value-schema.ts'

/** The years that a field accepts when it has no limits of its own. */
export const YEARS = { min: 1900, max: 2199 }
const DECIMALS = 2

/**
 * The schema of one field. Null means no value. `formSchema` decides whether a field may be absent.
 * @param field required only if it is always shown; `crossErrors` checks a field that is shown conditionally
 */
export function fieldSchema(field: Field): v.GenericSchema {
  const required = isRequired(field)
  // A field with "rank" in its name always holds a whole number.
  if (isRank(field)) return numeric({ required, decimals: 0, error: m.rule_integer })
  switch (field.type) {
    case 'text':
      return text({ required, max: field.max, rule: field.rule })
    case 'password':
      return v.pipe(
        v.string(() => m.rule_type()),
        v.check(
          (value) => !required || value !== '',
          () => m.rule_required(),
        ),
        v.check(
          (value) => value === '' || v.is(passwordRule, value),
          () => m.rule_password(),
        ),
        // An empty password field leaves the password as it is.
        v.transform((value) => value || undefined),
      )
    case 'integer':
      return numeric({ required, decimals: 0, error: m.rule_integer, ...limits(field) })
    case 'number':
      return numeric({ required, decimals: field.decimals ?? DECIMALS, error: m.rule_float, ...limits(field) })
    case 'money':
      return numeric({ required, decimals: 0, error: m.rule_float, money: true, ...limits(field) })
    case 'year':
      return numeric({ required, decimals: 0, error: m.rule_year, digits: 4, ...YEARS, ...limits(field) })
    case 'switch':
      return v.pipe(
        v.union([v.number(), v.boolean()], () => m.rule_type()),
        v.transform(Number),
        v.picklist([0, 1], () => m.rule_type()),
      )
    case 'select':
      return selectSchema(field, required)
    case 'texts':
      return listOf(text({ required: true, max: field.max }), { required, max: field.maxItems })
    case 'pairs':
      return pairsSchema(field, required)
    case 'date':
      return orNull({ required, check: isDay, error: m.rule_date, ...limits(field) })
    case 'datetime':
      return instantSchema(required)
    case 'time':
      return v.pipe(
        orNull({ required, check: isTime, error: m.rule_time }),
        v.transform((value) => (value?.length === 5 ? `${value}:00` : value)),
      )
    case 'icon':
      return text({ required, max: 100 })
    case 'color':
      return v.pipe(
        text({ required }),
        v.toLowerCase(),
        v.check(
          (value) => value === '' || (field.alpha ? /^#[\da-f]{6}([\da-f]{2})?$/ : /^#[\da-f]{6}$/).test(value),
          () => m.rule_color(),
        ),
      )
    case 'image':
    case 'file': {
      const one = v.pipe(
        text({ required: required || field.multiple, max: 500 }),
        v.check(
          (value) => value === '' || /^(https?:\/\/|\/(?!\/))[^\s\\]+$/i.test(value),
          () => m.rule_url(),
        ),
      )
      return field.multiple ? listOf(one, { required, max: field.maxItems ?? 100 }) : one
    }
    case 'editor':
      return v.pipe(
        v.string(() => m.rule_type()),
        v.check(
          (value) => !required || saysSomething(value),
          () => m.rule_editor(),
        ),
        v.maxLength(1_000_000, () => m.rule_maxLength({ max: 1_000_000 })),
      )
    case 'relation':
      return field.multiple
        ? v.pipe(
            listOf(id, { required, max: 1000 }),
            v.transform((ids) => [...new Set(ids)]),
          )
        : v.pipe(v.nullable(id), filled<number | null>(required))
    case 'area':
      return orNull({ required, check: (value) => isArea(value, field.levels ?? 3), error: m.rule_option })
    case 'rows': {
      const row = v.strictObject(
        Object.fromEntries(
          field.fields.map((one) => [one.name, isRequired(one) ? fieldSchema(one) : v.optional(fieldSchema(one))]),
        ),
        wrongObject,
      )
      return listOf(row, { required, min: field.minItems, max: field.maxItems })
    }
  }
}

function isArea(value: string, levels: number): boolean {
  return /^\d+$/.test(value) && value.length % 2 === 0 && value.length >= 2 && value.length <= levels * 2
}

/** Empty paragraphs of an editor are no content. Images, media, tables and rules are content. */
function saysSomething(html: string): boolean {
  return /<(img|video|audio|iframe|table|hr)\b/i.test(html) || html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') !== ''
}
