import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import { AppError } from '../errors.server.ts'
import { defineJob, type JobKind } from '../jobs/job-kind.server.ts'
import { findJob } from '../jobs/job-store.server.ts'
import { earlierResult, keepResult } from '../jobs/kept-result.server.ts'
import { guardedWrite } from '../write/guarded-write.server.ts'
import { isUndone, undoChangeSet } from './undo.server.ts'
import { undoText } from './undo-refusal.server.ts'

/** What a job that can be taken back has in its input and its result. `changeSetId` is null when it wrote nothing. */
const named = v.object({ name: v.string() })
const written = v.object({ changeSetId: v.nullable(v.number()) })

const undoInput = v.object({ name: v.string(), changeSetId: v.number(), partial: v.boolean() })
const undoResult = v.object({
  undone: v.number(),
  left: v.number(),
  removed: v.number(),
  restored: v.number(),
  changed: v.number(),
})

type UndoJob = {
  kind: string
  resource: string
  menu: string
  title(inputs: { name: string }): string
  /** The tables whose caches are dropped afterwards. */
  tables: readonly string[]
}

/** A kind of job that takes back the change set of another job: all of it, or with `partial` what can be taken back. */
export function defineUndoJob({
  kind,
  resource,
  menu,
  title,
  tables,
}: UndoJob): JobKind<v.InferOutput<typeof undoInput>> {
  return defineJob({
    kind,
    input: undoInput,
    result: undoResult,
    about: ({ changeSetId }) => ({ resource, menu, undoes: changeSetId }),
    title: ({ name }) => title({ name }),
    steps: { undoing: () => m.import_stepUndoing() },
    async run({ id, db, actor, author, input: { changeSetId, partial }, signal, progress, mayKeep }) {
      const earlier = v.safeParse(undoResult, await earlierResult(db, id))
      if (earlier.success) return earlier.output
      progress({ step: 'undoing', done: 0, total: null })
      const result = await guardedWrite(db, author, 'undo', async (tx, own) => {
        const { undone, left, removed, restored, changed } = await undoChangeSet(tx, actor, changeSetId, own, {
          partial,
          progress(done, total) {
            signal.throwIfAborted()
            progress({ step: 'undoing', done, total })
          },
        })
        await mayKeep()
        const done = { undone, left, removed, restored, changed }
        await keepResult(tx, id, done)
        return done
      })
      for (const table of tables) tableChanged(db, table)
      return result
    },
    summary: ({ left, ...counts }) => {
      const done = undoText(counts)
      return left > 0 ? m.import_undoLeft({ done, left }) : done
    },
  })
}

/**
 * What an undo job of that job gets.
 * @throws AppError 404 for another job, one of somebody else, or one that wrote nothing; 409 when it is undone
 */
export async function undoInputOf(
  db: Db,
  actor: Actor,
  { kind, id, partial }: { kind: string; id: number; partial: boolean },
): Promise<v.InferOutput<typeof undoInput>> {
  const job = await findJob(db, actor, id)
  const [input, result] = [v.safeParse(named, job?.input), v.safeParse(written, job?.result)]
  const changeSetId = result.success ? result.output.changeSetId : null
  if (job?.kind !== kind || job.state !== 'done' || !input.success || changeSetId === null)
    throw new AppError(404, m.error_undoMissing())
  if (!partial && (await isUndone(db, changeSetId))) throw new AppError(409, m.error_undoDone(), { reason: 'undone' })
  return { name: input.output.name, changeSetId, partial }
}
