import { addAbortSignal } from 'node:stream'
import { type SQL, sql } from 'drizzle-orm'
import { to as copyTo } from 'pg-copy-streams'
import { cancelQuery } from '#src/db/cancel-query.server.ts'
import type { Database } from '#src/db/client.server.ts'
import type { ExportQuery } from './export-query.server.ts'
import { written } from './literal.server.ts'

/** Minimum bytes of a piece. Passing on a small piece costs more than its content. */
const PIECE_BYTES = 64 * 1024

const OPTIONS: Record<ExportQuery['format'], SQL> = {
  csv: sql`(format csv, null '')`,
  xlsx: sql`(format text)`,
}

/**
 * Rows as the database writes them, yielded in pieces as they arrive. Only the current piece is in memory.
 * @param gone aborted when the client no longer waits, even before the first row
 */
export async function* copyRows(
  db: Database,
  select: SQL,
  format: ExportQuery['format'],
  gone: AbortSignal,
): AsyncGenerator<Buffer> {
  const client = await db.$client.connect()
  let whole = false
  try {
    // A file takes as long as its reader, not as long as a list.
    await client.query('begin; set local statement_timeout = 0')
    const statement = written(sql`copy (${select}) to stdout with ${OPTIONS[format]}`)
    const stream = addAbortSignal(gone, client.query(copyTo(statement)))
    let held: Buffer[] = []
    let size = 0
    for await (const chunk of stream) {
      held.push(chunk)
      size += chunk.length
      if (size < PIECE_BYTES) continue
      yield Buffer.concat(held, size)
      held = []
      size = 0
    }
    await client.query('commit')
    whole = true
    if (size > 0) yield Buffer.concat(held, size)
  } finally {
    // When the client disconnects, the query and the connection end. Otherwise the rows would be read to the end.
    if (!whole) cancelQuery(client)
    client.release(!whole)
  }
}
