import type { SQL } from 'drizzle-orm'
import pg from 'pg'
import { compile } from '#src/db/statement.server.ts'

/** A statement with its parameters written into it: COPY takes none. Each is quoted as the database itself reads text. */
export function written(statement: SQL): string {
  const { text, params } = compile(statement)
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => literal(params[Number(number) - 1]))
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
