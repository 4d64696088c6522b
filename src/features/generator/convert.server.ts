import { NO_VALUE } from '#src/features/resources/table-definition.server.ts'
import type { Field } from '#src/resource/description.ts'
import { serverTypeOf } from '#src/server/fields/field-types.server.ts'

/** How the values of a field are stored, as far as another field can take them over. */
type Storage =
  | { kind: 'one' | 'many' /** The name of a type that PostgreSQL can check a text for. */; type: string }
  /** Rows of a table in the form, pairs, and hashes of passwords: nothing else can hold them. */
  | { kind: 'own' }

/** Whether two fields store the same values in the same column, so that the column stays as it is. */
export function sharesColumn(old: Field, next: Field): boolean {
  const [a, b] = [shapeOf(old), shapeOf(next)]
  return a.type === b.type && a.empty === b.empty && meaningOf(old) === meaningOf(next)
}

function shapeOf(field: Field) {
  return serverTypeOf(field).made(field, NO_VALUE)
}

/** What a value stands for, where the column alone does not say it. */
function meaningOf(field: Field): string {
  switch (field.type) {
    case 'relation':
      return `relation ${field.resource}`
    case 'money':
    case 'password':
    case 'pairs':
    case 'editor':
    case 'area':
      return field.type
    case 'rows':
      return `rows ${field.fields.map(({ name, type }) => `${name} ${type}`).join()}`
    case 'image':
    case 'file':
      return 'address'
    case 'switch':
      return 'switch'
    default:
      return 'plain'
  }
}

function storageOf(field: Field): Storage {
  if (field.type === 'pairs' || field.type === 'rows' || field.type === 'password') return { kind: 'own' }
  const { type } = shapeOf(field)
  const plain = type.replace(/ collate .*$/, '')
  return plain.endsWith('[]') ? { kind: 'many', type: plain.slice(0, -2) } : { kind: 'one', type: plain }
}

/** The text of a stored value, as people write it. Null where there is none. */
function textOf(field: Field, column: string): string {
  switch (field.type) {
    case 'money':
      return `(${column} / 100.0)::numeric(30, 2)::text`
    case 'switch':
      return `${column}::int::text`
    case 'editor':
      return `btrim(replace(replace(replace(regexp_replace(${column}, '<[^>]*>', ' ', 'g'), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'))`
    default:
      return `${column}::text`
  }
}

/** A text as a value of a field, null where it is none. */
function fromText(field: Field, type: string, text: string): string {
  switch (field.type) {
    case 'money':
      return `case when pg_input_is_valid(${text}, 'numeric') then case when ${text}::numeric between -1e12 and 1e12
        then round(${text}::numeric * 100)::bigint end end`
    case 'switch':
      return `case when lower(${text}) in ('1', 't', 'true', 'yes', 'y', 'on', '是') then 1
        when lower(${text}) in ('0', 'f', 'false', 'no', 'n', 'off', '否') then 0 end`
    case 'editor':
      return `case when ${text} <> '' then '<p>' || replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>' end`
    case 'area':
      return `case when ${text} ~ '^\\d{6}$' then ${text} end`
    case 'year':
      return `case when ${text} ~ '^\\d{4}$' then ${text}::bigint end`
    default:
      return type === 'bigint'
        ? `case when pg_input_is_valid(${text}, 'numeric') then case when ${text}::numeric = trunc(${text}::numeric)
            and abs(${text}::numeric) < 9007199254740992 then ${text}::numeric::bigint end end`
        : type === 'text'
          ? text
          : `case when pg_input_is_valid(${text}, '${type}') then ${text}::${type} end`
  }
}

/**
 * The SQL expression that makes the value of one field from the stored value of another, null where it cannot be made.
 * Undefined when no value can be.
 */
export function conversion(old: Field, next: Field, column: string): string | undefined {
  const [a, b] = [storageOf(old), storageOf(next)]
  if (a.kind === 'own' || b.kind === 'own') return undefined
  // An id is only a number: it stays what it was when both point to the same rows.
  const ids = old.type === 'relation' || next.type === 'relation'
  if (ids && !(old.type === 'relation' && next.type === 'relation' && old.resource === next.resource)) return undefined
  if (a.kind === 'many' && b.kind === 'many')
    return a.type === b.type
      ? column
      : `array(select one::${b.type} from unnest(${column}) one where pg_input_is_valid(one::text, '${b.type}'))`
  if (a.kind === 'many') {
    if (b.type === 'text' && old.type !== 'relation') return `nullif(array_to_string(${column}, '、'), '')`
    return `case when cardinality(${column}) = 1 then ${fromText(next, b.type, `(${column})[1]::text`)} end`
  }
  const text = `nullif(btrim(${textOf(old, column)}), '')`
  const value = fromText(next, b.type, text)
  if (b.kind === 'one') return value
  return b.type === 'text' && old.type !== 'relation'
    ? `nullif(regexp_split_to_array(${text}, '\\s*[、,，;；]\\s*'), '{}')`
    : `case when (${value}) is not null then array[${value}] end`
}

/** The SQL condition for a stored value that says something. */
export function isFilled(field: Field, column: string): string {
  const { empty } = shapeOf(field)
  if (field.type === 'switch') return 'false'
  return empty === undefined ? `${column} is not null` : `${column} is distinct from ${emptyOf(field)}`
}

/** The value of an empty field, as SQL. */
export function emptyOf(field: Field): string {
  const { type, empty } = shapeOf(field)
  return empty === undefined ? 'null' : `${empty}::${type.replace(/ collate .*$/, '')}`
}

/** The condition for a stored value that a field's rules no longer accept; undefined where the rules are no stricter. */
export function breaksRule(old: Field | undefined, next: Field, column: string): string | undefined {
  const found: string[] = []
  if (next.required && !old?.required && next.type !== 'switch') found.push(`not (${isFilled(next, column)})`)
  if (!old) return found[0]
  if (next.type === 'text' && next.max !== undefined && next.max < most(old))
    found.push(`length(${column}) > ${next.max}`)
  if ('min' in next && typeof next.min === 'number' && next.min > least(old)) found.push(`${column} < ${next.min}`)
  if (next.type !== 'text' && 'max' in next && typeof next.max === 'number' && next.max < most(old))
    found.push(`${column} > ${next.max}`)
  if (next.type === 'number' && (next.decimals ?? 2) < (old.type === 'number' ? (old.decimals ?? 2) : 0))
    found.push(`${column} <> round(${column}::numeric, ${next.decimals ?? 2})`)
  if (next.type === 'select') {
    const values = next.options.map(({ value }) => (typeof value === 'number' ? String(value) : literal(value)))
    const gone =
      old.type !== 'select' || old.options.some(({ value }) => !next.options.some((one) => one.value === value))
    if (gone)
      found.push(
        next.multiple
          ? `not (${column} <@ array[${values}])`
          : `${column} is not null and ${column} not in (${values})`,
      )
  }
  return found.length > 0 ? found.map((one) => `(${one})`).join(' or ') : undefined
}

function most(field: Field): number {
  return 'max' in field && typeof field.max === 'number' ? field.max : Number.POSITIVE_INFINITY
}

function least(field: Field): number {
  return 'min' in field && typeof field.min === 'number' ? field.min : Number.NEGATIVE_INFINITY
}

/** A text as SQL. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted
}
