import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { isDay, isTime } from '#src/lib/calendar.ts'
import { toInstant } from '#src/lib/date.ts'
import { id, password, text } from '#src/lib/rules.ts'
import type { Field, FieldOf, Option } from './description.ts'

/** Years that a form takes without limits of its own. */
export const YEARS = { min: 1900, max: 2199 }
const DECIMALS = 2

/**
 * What one field accepts; null is "none". Absent is decided by `formSchema`.
 * @param field required only if it always is: one that is shown at times is asked for by `crossErrors`
 */
export function fieldSchema(field: Field): v.GenericSchema {
  const required = isRequired(field)
  // The specification's rule: whatever is called a rank is a whole number.
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
          (value) => value === '' || v.is(password, value),
          () => m.rule_password(),
        ),
        // Left empty: as it was.
        v.transform((value) => value || undefined),
      )
    case 'integer':
      return numeric({ required, decimals: 0, error: m.rule_integer, ...limits(field) })
    case 'number':
      return numeric({ required, decimals: field.decimals ?? DECIMALS, error: m.rule_float, ...limits(field) })
    case 'money':
      return numeric({ required, decimals: 0, error: m.rule_float, money: true, ...limits(field) })
    case 'year':
      return numeric({ required, decimals: 0, error: m.rule_year, ...YEARS, ...limits(field) })
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
      return v.pipe(
        v.nullable(v.union([v.string(), v.number()], () => m.rule_type())),
        filled<string | number | null>(required),
        v.check(
          (value) => value === null || value === '' || isInstant(value),
          () => m.rule_datetime(),
        ),
        v.transform((value) => (value === null ? null : (toInstant(value)?.toISOString() ?? null))),
      )
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

/** What an object can get wrong by itself: a key that is missing, which is a field left empty, or one that is not its own. */
export function wrongObject(issue: v.StrictObjectIssue): string {
  return issue.expected === 'never'
    ? m.error_unknownField({ field: String(issue.path?.[0]?.key) })
    : issue.path
      ? m.rule_required()
      : m.rule_type()
}

export function isRequired(field: Field): boolean {
  return field.required === true && field.showWhen === undefined
}

/** Fields whose values are whole numbers because of their name. */
export function isRank(field: Pick<Field, 'name' | 'type'>): boolean {
  return /rank/i.test(field.name) && ['text', 'integer', 'number'].includes(field.type)
}

type Limits<T> = { min?: T; max?: T }

function limits<T>({ min, max }: Limits<T>): Limits<T> {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

type Numeric = Limits<number> & { required: boolean; decimals: number; error(): string; money?: true }

/** A number that a form or a sheet may carry as text. */
function numeric({ required, decimals, error, min, max, money }: Numeric) {
  const shown = (limit: number) => (money ? (limit / 100).toFixed(2) : limit)
  return v.pipe(
    v.nullable(v.union([v.number(), v.string()], () => error())),
    v.transform((value) => (typeof value === 'string' ? value.trim() : value)),
    filled<string | number | null>(required),
    v.check(
      (value) => value === null || value === '' || isNumeric(value, decimals === 0),
      () => error(),
    ),
    v.transform((value) => (value === '' || value === null ? null : Number(value))),
    v.check(
      (value) => value === null || decimalsOf(value) <= decimals,
      () => (decimals === 0 ? error() : m.rule_decimals({ max: decimals })),
    ),
    v.check(
      (value) => value === null || min === undefined || value >= min,
      () => m.rule_min({ min: shown(min ?? 0) }),
    ),
    v.check(
      (value) => value === null || max === undefined || value <= max,
      () => m.rule_max({ max: shown(max ?? 0) }),
    ),
  )
}

function isNumeric(value: number | string, whole: boolean): boolean {
  const isNumber = typeof value === 'number' || /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value)
  return isNumber && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER && (!whole || Number.isInteger(Number(value)))
}

function decimalsOf(value: number): number {
  const [digits = '', exponent] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent ?? 0))
}

/** Refuses "none" where there must be something. */
function filled<T>(required: boolean) {
  return v.check<T, () => string>(
    (value) => !required || (value !== null && value !== ''),
    () => m.rule_required(),
  )
}

type OrNull = Limits<string> & { required: boolean; check(value: string): boolean; error(): string }

/** A text of one form, or none. */
function orNull({ required, check, error, min, max }: OrNull) {
  return v.pipe(
    v.nullable(v.string(() => m.rule_type())),
    v.transform((value) => value?.trim() ?? null),
    filled<string | null>(required),
    v.check(
      (value) => !value || check(value),
      () => error(),
    ),
    v.check(
      (value) => !value || min === undefined || value >= min,
      () => m.rule_min({ min: min ?? '' }),
    ),
    v.check(
      (value) => !value || max === undefined || value <= max,
      () => m.rule_max({ max: max ?? '' }),
    ),
    v.transform((value) => value || null),
  )
}

type Items = { required: boolean; min?: number; max: number }

function listOf<T extends v.GenericSchema>(item: T, { required, min = 0, max }: Items) {
  return v.pipe(
    v.array(item, () => m.rule_type()),
    v.check(
      (value) => !required || value.length > 0,
      () => m.rule_required(),
    ),
    v.check(
      (value) => value.length >= min,
      () => m.rule_minItems({ min }),
    ),
    v.check(
      (value) => value.length <= max,
      () => m.rule_maxItems({ max }),
    ),
  )
}

function selectSchema(field: FieldOf<'select'>, required: boolean) {
  const find = (value: unknown): Option | undefined =>
    field.options.find((option) => String(option.value) === String(value))
  const one = v.pipe(
    v.union([v.string(), v.number()], () => m.rule_option()),
    v.check(
      (value) => find(value) !== undefined,
      () => m.rule_option(),
    ),
    // A number may come as text.
    v.transform((value) => find(value)?.value ?? value),
  )
  if (field.multiple) {
    return v.pipe(
      listOf(one, { required, max: field.options.length }),
      // As the resource names them, whatever order they were picked in.
      v.transform((values) => field.options.map((option) => option.value).filter((value) => values.includes(value))),
    )
  }
  return v.pipe(
    v.nullable(v.union([v.string(), v.number()], () => m.rule_option())),
    filled<string | number | null>(required),
    v.transform((value) => (value === '' ? null : value)),
    v.nullable(one),
  )
}

function pairsSchema(field: FieldOf<'pairs'>, required: boolean) {
  const pair = v.strictObject({ key: text({ required: true, max: 100 }), value: text({ max: 2000 }) }, wrongObject)
  return v.pipe(
    listOf(pair, { required, max: field.maxItems ?? 100 }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const keys = dataset.value.map((one) => one.key)
      keys.forEach((key, at) => {
        if (key === '' || keys.indexOf(key) === at) return
        const item = dataset.value[at]
        if (!item) return
        const path: [v.ArrayPathItem, v.ObjectPathItem] = [
          { type: 'array', origin: 'value', input: dataset.value, key: at, value: item },
          { type: 'object', origin: 'value', input: item, key: 'key', value: key },
        ]
        addIssue({ message: m.rule_duplicateKey(), path })
      })
    }),
  )
}

function isInstant(value: string | number): boolean {
  // A text without its zone is nobody's instant.
  if (typeof value === 'string' && !/^\d{10}$/.test(value) && !/(Z|[+-]\d{2}:?\d{2})$/.test(value)) return false
  const year = toInstant(value)?.getUTCFullYear()
  return year !== undefined && year >= 0 && year <= 9999
}

function isArea(value: string, levels: number): boolean {
  return /^\d+$/.test(value) && value.length % 2 === 0 && value.length >= 2 && value.length <= levels * 2
}

/** An editor's empty paragraphs are nothing; a picture is something. */
function saysSomething(html: string): boolean {
  return /<(img|video|audio|iframe|table|hr)\b/i.test(html) || html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}
