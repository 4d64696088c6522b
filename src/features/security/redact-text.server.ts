import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { textPattern, wordPattern } from '#src/db/text-pattern.server.ts'
import { REDACTED } from './person.server.ts'

/** Runs a statement. @returns how many rows it has changed or deleted */
export async function count(tx: Db, query: SQL): Promise<number> {
  return (await tx.execute(query)).rowCount ?? 0
}

/** Texts as an array of the database. */
export const textsOf = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

/** Patterns of ILIKE that find texts with one of these in them. */
export function likeTexts(values: readonly string[]) {
  return textsOf(values.map((value) => `%${value.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`))
}

type Marked = {
  table: string
  /** The condition for the changes `c`. */
  which: SQL
  /** What stands in place of the value of each column. */
  marks: Readonly<Record<string, unknown>>
}

/**
 * Puts marks in place of values that the history has of rows of a table. What says nothing stays as it is: an empty
 * text, null and 0. @returns how many changes it has changed
 */
export function markHistory(tx: Db, { table, which, marks }: Marked): Promise<number> {
  const given = JSON.stringify(marks)
  const marked = (side: string) =>
    sql`(select coalesce(jsonb_object_agg(e.key, case when ${given}::jsonb ? e.key and e.value not in ('""', 'null', '0')
      then ${given}::jsonb -> e.key else e.value end), '{}') from jsonb_each(${sql.raw(side)}) e)`
  const says = (side: string) => sql`exists (select from jsonb_each(${sql.raw(side)}) e
    where ${given}::jsonb ? e.key and e.value not in ('""', 'null', '0') and e.value <> ${given}::jsonb -> e.key)`
  return count(
    tx,
    sql`update change c set before = case when before is null then null else ${marked('c.before')} end,
      after = case when after is null then null else ${marked('c.after')} end
      where c.table_name = ${table} and ${which} and (${says('c.before')} or ${says('c.after')})`,
  )
}

/** Whether JSON columns have one of the texts as a whole. */
export function saysOne(columns: readonly string[], values: readonly string[]) {
  const parts = columns.flatMap((name) =>
    values.map((value) => sql`strpos(${sql.identifier(name)}::text, ${JSON.stringify(value)}) > 0`),
  )
  return sql`(${sql.join(parts, sql` or `)})`
}

/** Replaces texts where they are whole values somewhere in JSON columns. Names of values stay. */
export async function replaceJson(
  tx: Db,
  table: string,
  columns: readonly string[],
  values: readonly string[],
  among = saysOne(columns, values),
): Promise<number> {
  if (values.length === 0) return 0
  const pattern = `(?:${values.map((value) => textPattern(JSON.stringify(value))).join('|')})(?!:)`
  const names = columns.map((name) => sql.identifier(name))
  const sets = names.map(
    (one) => sql`${one} = regexp_replace(${one}::text, ${pattern}, ${JSON.stringify(REDACTED)}, 'g')::jsonb`,
  )
  const said = names.map((one) => sql`${one}::text ~ ${pattern}`)
  return count(
    tx,
    sql`update ${sql.identifier(table)} set ${sql.join(sets, sql`, `)} where ${among} and (${sql.join(said, sql` or `)})`,
  )
}

/** Replaces texts within those of a column, as words of their own. A short one could be a part of any word. */
export async function replaceText(
  tx: Db,
  table: string,
  name: string,
  values: readonly string[],
  among: SQL = sql`true`,
): Promise<number> {
  const words = values.filter(({ length }) => length > 1)
  if (words.length === 0) return 0
  const column = sql.identifier(name)
  const pattern = words.map(wordPattern).join('|')
  const one = sql`exists (select from unnest(${textsOf(words)}) word where strpos(${column}, word) > 0)`
  return count(
    tx,
    sql`update ${sql.identifier(table)} set ${column} = regexp_replace(${column}, ${pattern}, ${REDACTED}, 'g')
      where ${among} and ${one} and ${column} ~ ${pattern}`,
  )
}

/** Replaces texts within those that the history has of a column, as words of their own. */
export async function replaceHistory(tx: Db, table: string, name: string, values: readonly string[]): Promise<number> {
  const words = values.filter(({ length }) => length > 1)
  if (words.length === 0) return 0
  const pattern = words.map(wordPattern).join('|')
  const said = (side: SQL) => sql`${side} ->> ${name}::text`
  const says = (side: SQL) => sql`coalesce(${said(side)} ~ ${pattern}, false)`
  const replaced = (side: SQL) => sql`case when ${says(side)} then jsonb_set(${side}, array[${name}::text],
    to_jsonb(regexp_replace(${said(side)}, ${pattern}, ${REDACTED}, 'g'))) else ${side} end`
  return count(
    tx,
    sql`update change set before = ${replaced(sql`before`)}, after = ${replaced(sql`after`)}
      where table_name = ${table} and (${says(sql`before`)} or ${says(sql`after`)})`,
  )
}
