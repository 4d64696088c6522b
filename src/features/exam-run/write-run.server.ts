import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '#src/db/client.server.ts'
import { examRun, runFrame } from './run.table.server.ts'
import type { RunHashes, RunPiece } from './run-task.ts'

const columns = {
  run_unit: 'exam_id, run, kind, unit_id, subject_id, parent_id, name, position, candidates',
  run_stat: 'exam_id, run, kind, unit_id, col, facts',
  exam_result: 'exam_id, candidate_id, run, org_id, school_id, student_id, total, marks, ranks',
} as const
type CopiedTable = keyof typeof columns

type Target = { tx: Db; client: pg.PoolClient; examId: number; run: number; corrections: number }

const formats = { run_unit: 'text', run_stat: 'text', exam_result: 'binary' } as const satisfies Record<
  CopiedTable,
  string
>

/** Writes what the thread gives, in the transaction of the client. */
export async function writeRun(
  { tx, client, examId, run, corrections }: Target,
  { facts }: Extract<RunPiece, { kind: 'head' }>,
  pieces: AsyncIterable<RunPiece>,
  onRows: (table: CopiedTable) => void,
): Promise<void> {
  let copy: Copy | undefined
  let hashes: RunHashes | undefined
  try {
    for await (const piece of pieces) {
      if (piece.kind === 'head') continue
      if (piece.kind === 'hashes') hashes = { dataHash: piece.dataHash, resultHash: piece.resultHash }
      else if (piece.kind === 'frame') {
        await tx.insert(runFrame).values({
          examId,
          run,
          column: piece.name,
          bytes: Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.length),
        })
      } else {
        if (copy?.table !== piece.kind) {
          await copy?.end()
          copy = new Copy(client, piece.kind)
          onRows(piece.kind)
        }
        await copy.take(piece.bytes)
      }
    }
    await copy?.end()
  } catch (error) {
    copy?.destroy(error)
    throw error
  }
  if (!hashes) throw new Error('the thread gave no hashes')
  await tx
    .update(examRun)
    .set({ state: 'done', facts, ...hashes, corrections, finishTime: sql`now()` })
    .where(and(eq(examRun.examId, examId), eq(examRun.number, run)))
}

/** One COPY into a table. */
class Copy {
  readonly table: CopiedTable
  readonly #stream: Writable
  #failed: unknown

  constructor(client: pg.PoolClient, table: CopiedTable) {
    this.table = table
    this.#stream = client.query(copyFrom(`copy ${table} (${columns[table]}) from stdin (format ${formats[table]})`))
    this.#stream.on('error', (error) => {
      this.#failed = error
    })
  }

  /** Waits until the connection has taken the bytes: after a failure, the stream must not hold any. */
  async take(bytes: Uint8Array): Promise<void> {
    if (this.#failed) throw this.#failed
    const gone = new AbortController()
    const failed = once(this.#stream, 'error', { signal: gone.signal }).then(([error]) => Promise.reject(error))
    failed.catch(() => undefined)
    const written = new Promise<void>((resolve, reject) =>
      this.#stream.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
    try {
      await Promise.race([written, failed])
    } finally {
      gone.abort()
    }
  }

  async end(): Promise<void> {
    if (this.#failed) throw this.#failed
    const end = once(this.#stream, 'finish')
    this.#stream.end()
    await end
  }

  /** Ends the COPY. Otherwise the connection would wait for more data. */
  destroy(error: unknown): void {
    this.#stream.destroy(error instanceof Error ? error : undefined)
  }
}
