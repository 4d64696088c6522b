import { NO_VALUE } from '#src/features/resources/table-definition.server.ts'
import type { Field } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { zoneOf } from '#src/resource/zone-of.ts'
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
export function columnOf(field: Field): { type: string; many: boolean } {
  const type = shapeOf(field).type.replace(/ collate .*$/, '')
  return type.endsWith('[]') ? { type: type.slice(0, -2), many: true } : { type, many: false }
}

/** The value of a field in a recorded row, as its column holds it: null where it is none. */
export function storedIn(field: Field, json: string): string {
  const { type, many } = columnOf(field)
  if (type === 'jsonb') return `nullif(${json}, 'null')`
  const cast = (text: string) => `case when pg_input_is_valid(${text}, '${type}') then (${text})::${type} end`
  if (!many) return `(${cast(`(${json}) #>> '{}'`)})`
  const items = `case jsonb_typeof(${json}) when 'array' then ${json} else '[]' end`
  return `array(select (one)::${type} from jsonb_array_elements_text(${items}) one where pg_input_is_valid(one, '${type}'))`
}

/** A text as a value of a field, null where it is none. */
function fromText(field: Field, type: string, text: string, timeZone: string): string {
  const own = storageOf(field).value?.(text, zoneOf(field, timeZone))
  if (own !== undefined) return own
  if (type === 'text') return text
  // A whole number also when it is written with decimals, as far as a browser can hold it.
  if (type === 'bigint')
    return `case when pg_input_is_valid(${text}, 'numeric') then case when ${text}::numeric = trunc(${text}::numeric)
      and abs(${text}::numeric) < 9007199254740992 then ${text}::numeric::bigint end end`
  // Words such as now and NaN are no values of forms.
  const digit = type === 'jsonb' ? '' : ` and ${text} ~ '\\d'`
  return `case when pg_input_is_valid(${text}, '${type}')${digit} then ${text}::${type} end`
}

/**
 * The SQL expression that makes the value of one field from the stored value of another, null where it cannot be made.
 * Undefined when no value can be.
 * @param timeZone that in which people write and read times
 */
export function conversion(old: Field, next: Field, column: string, timeZone: string): string | undefined {
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
    return `case when cardinality(${column}) = 1 then ${fromText(next, b.type, `(${column})[1]::text`, timeZone)} end`
  }
  const text = `nullif(btrim(${from.text?.(column, zoneOf(old, timeZone)) ?? `${column}::text`}), '')`
  const value = fromText(next, b.type, text, timeZone)
  if (!b.many) return value
  return b.type === 'text'
    ? `nullif(regexp_split_to_array(${text}, '\\s*[、,，;；]\\s*'), '{}')`
    : `case when (${value}) is not null then array[${value}] end`
}

/** The SQL condition for a stored value that says something. */
export function isFilled(field: Field, column: string): string {
  if (storageOf(field).never) return 'true'
  const empty = emptyOf(field)
  return empty === 'null' ? `${column} is not null` : `${column} is distinct from ${empty}`
}

/** The value of an empty field, as SQL. */
export function emptyOf(field: Field): string {
  const { type, empty } = shapeOf(field)
  return empty === undefined ? 'null' : `${empty}::${type.replace(/ collate .*$/, '')}`
}

/**
 * The condition for values that another type holds only in part: back again, they would be others. Texts that are
 * written in another way say the same, except amounts that are rounded.
 */
export function isAltered(old: Field, next: Field, column: string, timeZone: string): string | undefined {
  const value = conversion(old, next, column, timeZone)
  if (value === undefined) return undefined
  if (columnOf(old).type === 'text' && typeOf(old).plain === 'text') {
    const isNumber = `pg_input_is_valid(${column}, 'numeric')`
    return next.type === 'money' ? `case when ${isNumber} then (${value}) / 100.0 <> ${column}::numeric end` : undefined
  }
  const back = conversion(next, old, `(${value})`, timeZone)
  return back === undefined ? undefined : `(${value}) is not null and (${back}) is distinct from ${column}`
}
