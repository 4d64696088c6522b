import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

/**
 * Writes the value of a parameter where the base class writes its number. Numbers are never replaced in a finished
 * text. A name given by a user, which is already quoted there, may contain `$1` too.
 */
class WritingDialect extends PgDialect {
  override escapeParam(_number: number, value?: unknown): string {
    return literal(value)
  }
}

const dialect = new WritingDialect({ casing: 'snake_case' })

/** A statement with its parameters written into it: COPY accepts none. Values are quoted as the database reads text. */
export function written(statement: SQL): string {
  return dialect.sqlToQuery(statement).sql
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(textOf(value))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return textOf(value)
  return `"${textOf(value).replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`
}
