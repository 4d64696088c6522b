import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

/**
 * Writes a parameter's value where others write its number. Numbers are never looked for in a finished text: a name that
 * somebody gave, quoted there already, may hold `$1` as well.
 */
class WritingDialect extends PgDialect {
  override escapeParam(_number: number, value?: unknown): string {
    return literal(value)
  }
}

const dialect = new WritingDialect({ casing: 'snake_case' })

/** A statement with its parameters written into it: COPY takes none. Each is quoted as the database itself reads text. */
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
