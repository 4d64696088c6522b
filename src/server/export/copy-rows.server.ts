import { type SQL, sql } from 'drizzle-orm'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from '#src/db/client.server.ts'
import { written } from './literal.server.ts'

type Format = 'csv' | 'text'

/** Rows as the database writes them, in pieces as they come: nothing is held but what is on its way. */
export async function* copyRows(db: Database, select: SQL, format: Format): AsyncGenerator<Buffer> {
  const client = await db.$client.connect()
  let whole = false
  try {
    const options = format === 'csv' ? sql`(format csv, null '')` : sql`(format text)`
    const stream = client.query(copyTo(written(sql`copy (${select}) to stdout with ${options}`)))
    for await (const chunk of stream) yield chunk
    whole = true
  } finally {
    // Whoever leaves in the middle takes the connection along: it would have to be read to its end.
    client.release(!whole)
  }
}
