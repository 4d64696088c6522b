import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { passwordRule } from '#src/lib/account-rules.ts'
import { isDay, isTime } from '#src/lib/calendar.ts'
import { isJsonText, isStorableJson } from '#src/lib/json-text.ts'
import { rowId } from '#src/lib/number-rules.ts'
import { text } from '#src/lib/rules.ts'
import type { Field, FieldOf, FieldType } from './description.ts'
import { isRank, isRequired, numberOf } from './field-traits.ts'
import { listOf, pairsSchema, selectSchema } from './list-schema.ts'
import { wrongObject } from './object-errors.ts'
import { filled, instantSchema, limits, numeric, orNull } from './value-schema.ts'

/** The years that a field accepts when it has no limits of its own. */
const YEARS = { min: 1900, max: 2199 }

/** The most characters of JSON. */
const JSON_MOST = 100_000

type Schemas = { readonly [TType in FieldType]: FieldTypeSchema<FieldOf<TType>> }

/** A method, so that the entry of one type can stand for that of any type. */
type FieldTypeSchema<TField extends Field> = { schema(field: TField, required: boolean): v.GenericSchema }

/** The schema of each field type's values. Only forms and the server load it, so it is not in `field-types.ts`. */
const schemas: Schemas = {
  text: { schema: ({ max, rule }, required) => text({ required, max, rule }) },
  password: {
    schema: ({ any }, required) =>
      v.pipe(
        v.string(() => m.rule_type()),
        v.maxLength(1000, () => m.rule_maxLength({ max: 1000 })),
        v.check(
          (value) => !required || value !== '',
          () => m.rule_required(),
        ),
        v.check(
          (value) => any || value === '' || v.is(passwordRule, value),
          () => m.rule_password(),
        ),
        // An empty password field leaves the password as it is.
        v.transform((value) => value || undefined),
      ),
  },
  integer: {
    schema: (field, required) => numeric({ required, decimals: 0, error: m.rule_integer, ...limits(field) }),
  },
  number: {
    schema: (field, required) =>
      numeric({ required, decimals: numberOf(field)?.decimals ?? 0, error: m.rule_float, ...limits(field) }),
  },
  money: {
    schema: (field, required) => numeric({ required, decimals: 0, error: m.rule_float, money: true, ...limits(field) }),
  },
  year: {
    schema: (field, required) =>
      numeric({ required, decimals: 0, error: m.rule_year, digits: 4, ...YEARS, ...limits(field) }),
  },
  switch: {
    schema: () =>
      v.pipe(
        v.union([v.number(), v.boolean()], () => m.rule_type()),
        v.transform(Number),
        v.picklist([0, 1], () => m.rule_type()),
      ),
  },
  select: { schema: selectSchema },
  texts: {
    schema: ({ max, maxItems }, required) => listOf(text({ required: true, max }), { required, max: maxItems }),
  },
  pairs: { schema: pairsSchema },
  date: { schema: (field, required) => orNull({ required, check: isDay, error: m.rule_date, ...limits(field) }) },
  datetime: { schema: (_field, required) => instantSchema(required) },
  time: {
    schema: (_field, required) =>
      v.pipe(
        orNull({ required, check: isTime, error: m.rule_time }),
        v.transform((value) => (value?.length === 5 ? `${value}:00` : value)),
      ),
  },
  icon: { schema: (_field, required) => text({ required, max: 100 }) },
  color: {
    schema: ({ alpha }, required) =>
      v.pipe(
        text({ required }),
        v.toLowerCase(),
        v.check(
          (value) => value === '' || (alpha ? /^#[\da-f]{6}([\da-f]{2})?$/ : /^#[\da-f]{6}$/).test(value),
          () => m.rule_color(),
        ),
      ),
  },
  json: {
    schema: (_field, required) =>
      v.pipe(
        orNull({ required, check: isJsonText, error: m.rule_json }),
        v.check(
          (value) => value === null || !isJsonText(value) || isStorableJson(value),
          () => m.rule_jsonBeyond(),
        ),
        v.check(
          (value) => value === null || value.length <= JSON_MOST,
          () => m.rule_maxLength({ max: JSON_MOST }),
        ),
      ),
  },
  image: { schema: filesSchema },
  file: { schema: filesSchema },
  editor: {
    schema: (_field, required) =>
      v.pipe(
        v.string(() => m.rule_type()),
        v.check(
          (value) => !required || saysSomething(value),
          () => m.rule_editor(),
        ),
        v.maxLength(1_000_000, () => m.rule_maxLength({ max: 1_000_000 })),
      ),
  },
  relation: {
    schema: ({ multiple }, required) =>
      multiple
        ? v.pipe(
            listOf(rowId, { required, max: 1000 }),
            v.transform((ids) => [...new Set(ids)]),
          )
        : v.pipe(v.nullable(rowId), filled<number | null>(required)),
  },
  area: {
    schema: ({ levels = 3 }, required) =>
      orNull({ required, check: (value) => isArea(value, levels), error: m.rule_option }),
  },
  rows: {
    schema: ({ fields, minItems, maxItems }, required) => {
      const row = v.strictObject(
        Object.fromEntries(
          fields.map((one) => [one.name, isRequired(one) ? fieldSchema(one) : v.optional(fieldSchema(one))]),
        ),
        wrongObject,
      )
      return listOf(row, { required, min: minItems, max: maxItems })
    },
  },
}

/**
 * The schema of one field. Null means no value. `formSchema` decides whether a field may be absent.
 * @param field required only if it is always shown; `crossErrors` checks a field that is shown conditionally
 */
export function fieldSchema(field: Field): v.GenericSchema {
  const required = isRequired(field)
  // A field with "rank" in its name always holds a whole number.
  if (isRank(field)) return numeric({ required, decimals: 0, error: m.rule_integer })
  const type: FieldTypeSchema<Field> = schemas[field.type]
  return type.schema(field, required)
}

type Files = { readonly multiple?: boolean; readonly maxItems?: number }

function filesSchema({ multiple, maxItems }: Files, required: boolean) {
  const one = v.pipe(
    text({ required: required || multiple, max: 500 }),
    v.check(
      (value) => value === '' || /^(https?:\/\/|\/(?!\/))[^\s\\]+$/i.test(value),
      () => m.rule_url(),
    ),
  )
  return multiple ? listOf(one, { required, max: maxItems ?? 100 }) : one
}

function isArea(value: string, levels: number): boolean {
  return /^\d+$/.test(value) && value.length % 2 === 0 && value.length >= 2 && value.length <= levels * 2
}

/** Empty paragraphs of an editor are no content. Images, tables and rules are content. */
function saysSomething(html: string): boolean {
  return /<(img|table|hr)\b/i.test(html) || html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') !== ''
}
