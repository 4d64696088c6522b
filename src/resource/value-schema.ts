import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { toInstant } from '#src/lib/date.ts'

// Schemas that several field types share.

export type Limits<T> = { min?: T; max?: T }

/** Only the limits that are defined, so that undefined ones do not override defaults. */
export function limits<T>({ min, max }: Limits<T>): Limits<T> {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

type Numeric = Limits<number> & { required: boolean; decimals: number; error(): string; money?: true; digits?: number }

/**
 * The schema of a number. Forms and spreadsheets may send it as text.
 * @param digits required number of digits: 26 is no year
 */
export function numeric({ required, decimals, error, min, max, money, digits }: Numeric) {
  const shown = (limit: number) => (money ? (limit / 100).toFixed(2) : limit)
  return v.pipe(
    v.nullable(v.union([v.number(), v.string()], () => error())),
    v.transform((value) => (typeof value === 'string' ? value.trim() : value)),
    filled<string | number | null>(required),
    v.check(
      (value) => value === null || value === '' || isNumeric(value, decimals === 0 && !money),
      () => error(),
    ),
    v.transform((value) => (value === '' || value === null ? null : Number(value))),
    v.check(
      (value) => value === null || decimalsOf(value) <= decimals,
      () => (money ? m.rule_decimals({ max: 2 }) : decimals === 0 ? error() : m.rule_decimals({ max: decimals })),
    ),
    v.check(
      (value) => value === null || digits === undefined || String(Math.abs(value)).length === digits,
      () => error(),
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
  const isNumber = typeof value === 'number' || /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value)
  return isNumber && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER && (!whole || Number.isInteger(Number(value)))
}

function decimalsOf(value: number): number {
  const [digits = '', exponent] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent ?? 0))
}

/** Rejects null and the empty text when the field is required. */
export function filled<T>(required: boolean) {
  return v.check<T, () => string>(
    (value) => !required || (value !== null && value !== ''),
    () => m.rule_required(),
  )
}

type OrNull = Limits<string> & { required: boolean; check(value: string): boolean; error(): string }

/** The schema of a text in a given format, or null for no value. */
export function orNull({ required, check, error, min, max }: OrNull) {
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

/**
 * The schema of a point in time. It accepts any time zone and returns ISO 8601 in UTC. A number of ten digits means
 * seconds.
 */
export function instantSchema(required: boolean) {
  return v.pipe(
    v.nullable(v.union([v.string(), v.number()], () => m.rule_type())),
    filled<string | number | null>(required),
    v.check(
      (value) => value === null || value === '' || isInstant(value),
      () => m.rule_datetime(),
    ),
    v.transform((value) => (value === null ? null : (toInstant(value)?.toISOString() ?? null))),
  )
}

function isInstant(value: string | number): boolean {
  // A text without a time zone does not identify a point in time.
  if (typeof value === 'string' && !/^\d{10}$/.test(value) && !/(Z|[+-]\d{2}:?\d{2})$/.test(value)) return false
  const year = toInstant(value)?.getUTCFullYear()
  return year !== undefined && year >= 0 && year <= 9999
}
