import { literal } from '#src/db/statement.server.ts'
import { NO_VALUE } from '#src/features/resources/table-definition.server.ts'
import type { Field } from '#src/resource/description.ts'
import { isRequired, numberOf, optionsOf, relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { serverTypeOf } from '#src/server/fields/field-types.server.ts'
import { storageOf } from './field-storage.server.ts'

/** Whether two fields store the same values in the same column, so that the column stays as it is. */
export function sharesColumn(old: Field, next: Field): boolean {
  const [a, b] = [shapeOf(old), shapeOf(next)]
  return a.type === b.type && a.empty === b.empty && storageOf(old).meaning(old) === storageOf(next).meaning(next)
}

function shapeOf(field: Field) {
  return serverTypeOf(field).made(field, NO_VALUE)
}

/** The name of the type of a column, and of the elements of a list. */
function columnOf(field: Field): { type: string; many: boolean } {
  const type = shapeOf(field).type.replace(/ collate .*$/, '')
  return type.endsWith('[]') ? { type: type.slice(0, -2), many: true } : { type, many: false }
}

/** A text as a value of a field, null where it is none. */
function fromText(field: Field, type: string, text: string): string {
  const own = storageOf(field).value?.(text)
  if (own !== undefined) return own
  if (type === 'text') return text
  // A whole number also when it is written with decimals, as far as a browser can hold it.
  if (type === 'bigint')
    return `case when pg_input_is_valid(${text}, 'numeric') then case when ${text}::numeric = trunc(${text}::numeric)
      and abs(${text}::numeric) < 9007199254740992 then ${text}::numeric::bigint end end`
  return `case when pg_input_is_valid(${text}, '${type}') then ${text}::${type} end`
}

/**
 * The SQL expression that makes the value of one field from the stored value of another, null where it cannot be made.
 * Undefined when no value can be.
 */
export function conversion(old: Field, next: Field, column: string): string | undefined {
  const [from, to] = [storageOf(old), storageOf(next)]
  if (from.own || to.own) return undefined
  // An id is only a number: it means something while both point to the same rows.
  const [target, aim] = [relationTarget(old), relationTarget(next)]
  if (target?.resource !== aim?.resource) return undefined
  const [a, b] = [columnOf(old), columnOf(next)]
  if (a.many && b.many)
    return a.type === b.type
      ? column
      : `array(select one::${b.type} from unnest(${column}) one where pg_input_is_valid(one::text, '${b.type}'))`
  if (a.many) {
    if (b.type === 'text') return `nullif(array_to_string(${column}, '、'), '')`
    return `case when cardinality(${column}) = 1 then ${fromText(next, b.type, `(${column})[1]::text`)} end`
  }
  const text = `nullif(btrim(${from.text?.(column) ?? `${column}::text`}), '')`
  const value = fromText(next, b.type, text)
  if (!b.many) return value
  return b.type === 'text'
    ? `nullif(regexp_split_to_array(${text}, '\\s*[、,，;；]\\s*'), '{}')`
    : `case when (${value}) is not null then array[${value}] end`
}

/** The SQL condition for a stored value that says something. */
export function isFilled(field: Field, column: string): string {
  if (storageOf(field).never) return 'false'
  const empty = emptyOf(field)
  return empty === 'null' ? `${column} is not null` : `${column} is distinct from ${empty}`
}

/** The value of an empty field, as SQL. */
export function emptyOf(field: Field): string {
  const { type, empty } = shapeOf(field)
  return empty === undefined ? 'null' : `${empty}::${type.replace(/ collate .*$/, '')}`
}

/** The condition for stored values that stricter rules no longer accept. Undefined where no rule is stricter. */
export function breaksRule(old: Field | undefined, next: Field, column: string): string | undefined {
  const found: string[] = []
  if (isRequired(next) && !(old && isRequired(old)) && !storageOf(next).never)
    found.push(`not (${isFilled(next, column)})`)
  if (old) found.push(...limitsBroken(old, next, column))
  return found.length > 0 ? found.map((one) => `(${one})`).join(' or ') : undefined
}

function limitsBroken(old: Field, next: Field, column: string): string[] {
  const found: string[] = []
  const isText = typeOf(next).plain === 'text'
  const [number, was] = [numberOf(next), numberOf(old)]
  if (most(next) < most(old) && (isText || number))
    found.push(`${isText ? `length(${column})` : column} > ${most(next)}`)
  if (least(next) > least(old) && number) found.push(`${column} < ${least(next)}`)
  const decimals = number?.decimals
  if (decimals !== undefined && decimals < (was?.decimals ?? 0))
    found.push(`${column} <> round(${column}::numeric, ${decimals})`)
  const options = optionsOf(next)
  if (options && optionsOf(old)?.every(({ value }) => options.some((one) => one.value === value)) !== true) {
    const values = options.map(({ value }) => (typeof value === 'number' ? String(value) : literal(value)))
    found.push(
      columnOf(next).many
        ? `not (${column} <@ array[${values}])`
        : `${column} is not null and ${column} not in (${values})`,
    )
  }
  return found
}

function most(field: Field): number {
  return 'max' in field && typeof field.max === 'number' ? field.max : Number.POSITIVE_INFINITY
}

function least(field: Field): number {
  return 'min' in field && typeof field.min === 'number' ? field.min : Number.NEGATIVE_INFINITY
}
