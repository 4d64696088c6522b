import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { can } from '#src/resource/registry.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { defineUndoJob } from '#src/server/history/undo-job.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { earlierResult, keepResult } from '#src/server/jobs/kept-result.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { planPromotion, promote, withChanges } from './promotion.server.ts'
import { promotionActions } from './promotion.ts'
import { studentDescription } from './student.schema.ts'

const { key: resource, menu } = studentDescription

/** `name`: the name of the year. `digest`: of the plan that its author has seen. */
const promotionInput = v.object({
  yearId: v.number(),
  name: v.string(),
  since: v.string(),
  until: v.string(),
  digest: v.string(),
  changes: v.array(v.object({ orgId: v.number(), action: v.picklist(promotionActions), to: v.nullable(v.number()) })),
})
const promotionResult = v.object({
  moved: v.number(),
  graduated: v.number(),
  stayed: v.number(),
  added: v.number(),
  changeSetId: v.nullable(v.number()),
})

/** Moves a year of pupils up: all in one transaction under one change set, or nothing. */
export const promotionJob = defineJob({
  kind: 'promotion',
  input: promotionInput,
  result: promotionResult,
  about: () => ({ resource, menu, undo: 'undoPromotion' }),
  title: ({ name }) => m.promotion_job({ name }),
  steps: { writing: () => m.import_stepWriting() },
  async run({ id, db, actor, author, input, signal, progress, mayKeep }) {
    const earlier = v.safeParse(promotionResult, await earlierResult(db, id))
    if (earlier.success) return earlier.output
    // The current rights count, not those at the time of the request.
    if (!can(actor, 'baseInfo/student/promote')) throw new AppError(403)
    progress({ step: 'writing', done: 0, total: null })
    const { yearId, since, until, digest, changes } = input
    const result = await guardedWrite(db, author, 'bulk', async (tx, changeSetId) => {
      const plan = await planPromotion(tx, actor, { yearId, since })
      if (plan.digest !== digest) throw new AppError(409, m.promotion_stale(), { reason: 'stale' })
      signal.throwIfAborted()
      const list = withChanges(plan, changes)
      const counts = await promote({ tx, actor, changeSetId, yearId, since, until, list })
      await mayKeep()
      const isSomething = counts.moved + counts.graduated + counts.added > 0
      const done = { ...counts, changeSetId: isSomething ? changeSetId : null }
      await keepResult(tx, id, done)
      return done
    })
    for (const table of ['student', 'organization']) tableChanged(db, table)
    return result
  },
  summary: ({ moved, graduated, stayed, added }) =>
    m.promotion_done({
      moved: formatCount(moved),
      graduated: formatCount(graduated),
      stayed: formatCount(stayed),
      added: formatCount(added),
    }),
})

/** Takes a promotion back. */
export const promotionUndoJob = defineUndoJob({
  kind: 'promotion-undo',
  resource,
  menu,
  title: m.promotion_undoJob,
  tables: ['student', 'organization'],
})
