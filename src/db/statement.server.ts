import { getTableUniqueName, type SQL, sql, type Table } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db } from './client.server.ts'
import { asTexts } from './text-query.server.ts'

/** A row of a result as the database writes it: one text for each column, in the order of the statement. */
export type TextRow = readonly (string | null)[]

const dialect = new PgDialect({ casing: 'snake_case' })

/** The text and the parameters of a condition or an expression. The parameters are numbered from $1. */
export function compile(condition: SQL): { text: string; params: unknown[] } {
  const { sql: text, params } = dialect.sqlToQuery(condition)
  return { text, params }
}

/** An identifier with SQL quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A table with SQL quotes, by the name that the product has for it: `name` in the schema public, `schema.name`
 * elsewhere. So no schema, and no table of public, may have a dot in its name.
 */
export function quotedTable(name: string): string {
  const dot = name.indexOf('.')
  return dot === -1 ? `public.${quoted(name)}` : `${quoted(name.slice(0, dot))}.${quoted(name.slice(dot + 1))}`
}

/** The same for a statement. Without an alias, its columns stand under its own name, with no schema. */
export function tableAt(name: string): SQL {
  return sql.raw(quotedTable(name))
}

/** The name that the product has for a table. */
export function nameOfTable(table: Table): string {
  return getTableUniqueName(table).replace(/^public\./, '')
}

/** A text as SQL. */
export function literal(text: string): string {
  const plain = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? `E${plain.replaceAll('\\', '\\\\')}` : plain
}

/**
 * Runs a prebuilt statement on the database or in a transaction. For a few statements that are sent very often,
 * building the text each time costs more than running it.
 * @param anew plans it for these values, where one plan does not fit all
 */
export async function runStatement(db: Db, text: string, params: readonly unknown[], anew = false): Promise<TextRow[]> {
  const statement = { text, values: [...params], rowMode: 'array' as const, types: asTexts, anew }
  const { rows } = await connectionOf(db).query<(string | null)[]>(statement)
  return rows
}

/**
 * Like `runStatement`, but with rows as objects and values as the driver parses them: instants as dates. Use it for a
 * few rows.
 */
export async function runNamed<T extends object>(db: Db, text: string, params: readonly unknown[]): Promise<T[]> {
  // Seam: only the author of the statement knows its columns.
  const { rows } = await connectionOf(db).query({ text, values: [...params] })
  return rows as T[]
}

/** Seam: Drizzle does not expose the connection that a transaction runs on. */
function connectionOf(db: Db): Pick<pg.Pool, 'query'> {
  const { session } = (db as unknown as { _: { session: { client: pg.Pool } } })._
  return session.client
}
