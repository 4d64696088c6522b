import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { eq, inArray } from 'drizzle-orm'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database, Db } from '#src/db/client.server.ts'
import { importRow, importUnfolded, importVerdict } from '#src/db/import.table.server.ts'
import type { ReadRow } from './read-rows.server.ts'

const COPY = 'copy import_row (import_id, row_no, values, errors, parent, choices, hidden, notices, unclear) from stdin'

/** Stores the interpreted rows of a file. They replace earlier rows of this file. Returns their number. */
export async function stageRows(
  db: Database,
  importId: number,
  batches: AsyncIterable<readonly ReadRow[]>,
  onStaged: (rows: number) => void,
): Promise<number> {
  await forgetRows(db, importId)
  const client = await db.$client.connect()
  let count = 0
  let failed: unknown
  try {
    const stream = client.query(copyFrom(COPY))
    stream.on('error', (error) => {
      failed = error
    })
    const end = once(stream, 'finish')
    end.catch(() => undefined)
    try {
      for await (const rows of batches) {
        if (failed) throw failed
        await taken(stream, rows.map((row) => line(importId, row)).join(''))
        count += rows.length
        onStaged(count)
      }
      if (failed) throw failed
      stream.end()
      await end
    } catch (error) {
      // Ends the COPY. Otherwise the connection would wait for more data.
      stream.destroy(error instanceof Error ? error : undefined)
      throw error
    }
  } catch (error) {
    failed = error
    throw error
  } finally {
    client.release(failed !== undefined)
  }
  // Without this, the planner does not know of a hundred thousand new rows and assumes none.
  await db.$client.query('analyze import_row')
  return count
}

/** Removes the stored rows of a file, and their verdicts. */
export async function forgetRows(db: Db, importId: number): Promise<void> {
  // Rows that lines have become have the negative number.
  const both = [importId, -importId]
  await db.delete(importVerdict).where(inArray(importVerdict.importId, both))
  await db.delete(importRow).where(inArray(importRow.importId, both))
  await db.delete(importUnfolded).where(eq(importUnfolded.importId, importId))
}

/**
 * Writes a text and waits until the connection has taken it. The stream must not hold a second one: after the server
 * has ended the COPY, the stream would write that to a connection which it no longer has, and the process would end.
 */
async function taken(stream: Writable, text: string): Promise<void> {
  const failure = new AbortController()
  const failed = once(stream, 'error', { signal: failure.signal }).then(([error]) => Promise.reject(error))
  failed.catch(() => undefined)
  try {
    await Promise.race([
      new Promise<void>((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve()))),
      failed,
    ])
  } finally {
    failure.abort()
  }
}

/** A line in the text format of COPY. */
function line(importId: number, { row, values, errors, parent, choices, hidden, notices, unclear }: ReadRow): string {
  const wrong = Object.keys(errors).length > 0 ? errors : undefined
  const named = parent === undefined ? '\\N' : escaped(parent)
  const cells = [json(values), orNull(wrong), named, orNull(choices), orNull(hidden), orNull(notices), orNull(unclear)]
  return `${importId}\t${row}\t${cells.join('\t')}\n`
}

function orNull(value: object | undefined): string {
  return value === undefined ? '\\N' : json(value)
}

/** JSON contains no raw line breaks and tabs, so only backslashes are escaped. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('\\', '\\\\')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
