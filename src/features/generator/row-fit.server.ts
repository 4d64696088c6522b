import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import type { RuntimeField } from './propose-field.server.ts'
import type { ReadTable } from './table-read.server.ts'

/** How many rows are looked at before a field demands more of its values than the table does. */
const LOOKED_AT = 1000

type Asked = { column: string; field: RuntimeField }

/**
 * Columns whose rows do not hold what the field demands (`strange`), hold texts that a form takes for empty (`empty`),
 * or no text in some rows (`blank`).
 */
export type Misfits = { strange: Set<string>; empty: Set<string>; blank: Set<string> }

/**
 * Looks whether rows hold what names and comments of columns promise. A color may be `Red`, and a dictionary may lack
 * values.
 */
export async function rowFit(db: Db, table: ReadTable, all: readonly Asked[]): Promise<Misfits> {
  const tests = all.flatMap(({ column, field }) => {
    const name = sql.identifier(column)
    const pattern = patternOf(field, table, column)
    const isBlank = sql`btrim(${name}::text, E' \\t\\r\\n') = ''`
    const isText = field.type === 'text'
    const empty =
      field.required && (isText || field.type === 'editor') ? [{ column, kind: 'empty', holds: isBlank }] : []
    const blank = isText && !field.multiline ? [{ column, kind: 'blank', holds: sql`coalesce(${isBlank}, true)` }] : []
    if (pattern === undefined) return [...empty, ...blank]
    // Of some HTML, the editor would keep only a part.
    const beyond =
      field.type === 'editor' ? sql` or ${name}::text ~* '<(!--|script|style|iframe|form|object|svg)'` : sql``
    const strange = sql`${name}::text <> '' and (${name}::text !~ ${pattern}${beyond})`
    return [...empty, ...blank, { column, kind: 'strange', holds: strange }]
  })
  if (tests.length === 0) return { strange: new Set(), empty: new Set(), blank: new Set() }
  const found = tests.map(({ holds }) => sql`coalesce(bool_or(${holds}), false)`)
  const { rows } = await db.execute<{ found: boolean[] }>(
    sql`select array[${sql.join(found, sql`, `)}] as found from (select * from ${tableAt(table.name)} limit ${LOOKED_AT}) few`,
  )
  const held = (kind: string) =>
    new Set(tests.filter((one, at) => one.kind === kind && rows[0]?.found[at]).map(({ column }) => column))
  return { strange: held('strange'), empty: held('empty'), blank: held('blank') }
}

/** The values that a field accepts, as a regular expression of the database. Undefined when the table sees to it. */
function patternOf(field: RuntimeField, table: ReadTable, column: string): string | undefined {
  if (field.type === 'integer' && table.columns.find(({ name }) => name === column)?.type === 'int8')
    return '^-?([0-9]{1,15}|[1-8][0-9]{15})$'
  if (field.type === 'color') return '^#[0-9a-f]{6}$'
  if (field.type === 'editor') return '^\\s*<[A-Za-z]'
  if (field.type === 'area') return '^[0-9]{6}$'
  if (field.type === 'year') return '^[1-9][0-9]{3}$'
  if (field.type === 'icon') return '^[a-z][A-Za-z0-9 :-]*$'
  if ((field.type === 'image' || field.type === 'file') && !field.multiple) return '^(/|https?://)[^ ,]+$'
  if (field.type === 'text' && field.rule === 'email') return '^[^[:space:]@]+@[^[:space:]@.]+([.][^[:space:]@.]+)+$'
  if (field.type === 'switch' && table.columns.find(({ name }) => name === column)?.type !== 'bool') return '^[01]$'
  if (field.type !== 'select' || field.multiple) return undefined
  return `^(${field.options.map(({ value }) => String(value).replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')).join('|')})\\s*$`
}
