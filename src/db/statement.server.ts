import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Db } from './client.server.ts'

/** A row of a statement as the database writes it: one text a column, in the order of the statement. */
export type TextRow = readonly (string | null)[]

const dialect = new PgDialect({ casing: 'snake_case' })

/** The text and the parameters of a condition or an expression; parameters are numbered from $1. */
export function compile(condition: SQL): { text: string; params: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(condition)
  return { text: sql, params }
}

/** An identifier as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const asText = { getTypeParser: () => (value: string) => value }

/**
 * Runs a statement that was written out beforehand, on the database or in a transaction. Where the same few statements
 * are sent all day, putting them together anew each time costs more than running them.
 */
export async function runStatement(db: Db, text: string, params: readonly unknown[]): Promise<TextRow[]> {
  const { rows } = await connectionOf(db).query<(string | null)[]>({
    text,
    values: [...params],
    rowMode: 'array',
    types: asText,
  })
  return rows
}

/** The same with rows as objects, their values as the driver reads them: instants as dates. For a few rows. */
export async function runNamed<T extends object>(db: Db, text: string, params: readonly unknown[]): Promise<T[]> {
  // Seam: what the columns of a written-out statement are, only its author knows.
  const { rows } = await connectionOf(db).query({ text, values: [...params] })
  return rows as T[]
}

/** Seam: Drizzle does not show the connection that a transaction runs on. */
function connectionOf(db: Db): Pick<pg.Pool, 'query'> {
  const { session } = (db as unknown as { _: { session: { client: pg.Pool } } })._
  return session.client
}
