import { type SQL, sql } from 'drizzle-orm'
import { PgArray, type PgColumn } from 'drizzle-orm/pg-core'
import { m } from '#src/i18n/paraglide/messages.js'
import { listPart } from '../sheet/cell-list.ts'

const separator = () => m.crud_listSeparator()

export function isArray(column: PgColumn): boolean {
  return column instanceof PgArray
}

function isJson(column: PgColumn): boolean {
  return /^jsonb?$/.test(column.getSQLType())
}

/**
 * Signs that a part of a list, a file's address, a key or a value cannot contain unless it is quoted. A quote counts at
 * the beginning.
 */
const LIST_SIGNS = '[、,，;；|\\n]|^"|^\\s|\\s$|^$'
const FILE_SIGNS = '[\\s\u3000,，;；]|^"|^$'
const KEY_SIGNS = '[:：=;；\\n]|^"|^\\s|\\s$|^$'
const VALUE_SIGNS = '[;；\\n]|^"|^\\s|\\s$'

/** A part as `cell-list.ts` reads it. */
function part(value: SQL, signs: string): SQL {
  return sql`case when ${value} ~ ${signs} then '"' || replace(${value}, '"', '""') || '"' else coalesce(${value}, '') end`
}

/** A text stays as it is. A list is joined with separators. */
export function listText(column: PgColumn): SQL {
  return joinedList(column, LIST_SIGNS, separator())
}

/** The addresses of files. */
export function fileList(column: PgColumn): SQL {
  return joinedList(column, FILE_SIGNS, ', ')
}

/** Pairs as `key: value; key: value`. */
export function pairsText(column: PgColumn): SQL {
  const pair = sql`${part(sql`one ->> 'key'`, KEY_SIGNS)} || ': ' || ${part(sql`one ->> 'value'`, VALUE_SIGNS)}`
  return sql`(select string_agg(${pair}, '; ' order by place) from jsonb_array_elements(to_jsonb(${column})) with ordinality as list (one, place))`
}

function joinedList(column: PgColumn, signs: string, between: string): SQL {
  const joined = (from: SQL) =>
    sql`(select string_agg(${part(sql`one`, signs)}, ${between} order by place) from ${from} with ordinality as list (one, place))`
  if (isArray(column))
    return sql`case when cardinality(${column}) > 0 then ${joined(sql`unnest(${column}::text[])`)} end`
  if (isJson(column)) {
    return sql`case when jsonb_typeof(to_jsonb(${column})) = 'array' then ${joined(sql`jsonb_array_elements_text(to_jsonb(${column}))`)} else ${column} #>> '{}' end`
  }
  return sql`${column}::text`
}

/** A list of values as a list of their names. A value without a name stays as it is. */
export function namedEach(column: PgColumn, nameOf: (value: SQL) => SQL): SQL {
  const name = part(sql`name`, LIST_SIGNS)
  return sql`case when cardinality(${column}) > 0 then (select string_agg(${name}, ${separator()} order by place)
    from unnest(${column}) with ordinality as list (one, place)
      cross join lateral (select coalesce(${nameOf(sql`list.one`)}, list.one::text) as name) called) end`
}

/** Up to this number of names, a CASE is faster than a lookup in JSON. */
const FEW_NAMES = 10

/** Replaces values with their names. A value without a name stays as it is. */
export function named(column: PgColumn, labels: Record<string, string>): SQL {
  const isList = isArray(column) || isJson(column)
  const entries = Object.entries(labels)
  const names = isList ? entries.map(([value, label]) => [value, listPart(label)]) : entries
  const book = sql`${JSON.stringify(Object.fromEntries(names))}::jsonb`
  if (isArray(column)) {
    // Many lists are empty, and unnesting one costs more than the rest of the row.
    return sql`case when cardinality(${column}) > 0 then (select string_agg(coalesce(${book} ->> one::text, one::text), ${separator()} order by place) from unnest(${column}) with ordinality as list (one, place)) end`
  }
  if (isJson(column)) {
    return sql`(select string_agg(coalesce(${book} ->> one, one), ${separator()} order by place) from jsonb_array_elements_text(to_jsonb(${column})) with ordinality as list (one, place))`
  }
  if (names.length === 0 || names.length > FEW_NAMES) return sql`coalesce(${book} ->> ${column}::text, ${column}::text)`
  const cases = names.map(([value, label]) => sql`when ${value} then ${label}`)
  return sql`case ${column}::text ${sql.join(cases, sql` `)} else ${column}::text end`
}
