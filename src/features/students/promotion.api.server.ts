import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { isDay } from '#src/lib/calendar.ts'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { undoInputOf } from '#src/server/history/undo-job.server.ts'
import { queued } from '#src/server/import/import-steps.server.ts'
import { promotionJob, promotionUndoJob } from './promotion.jobs.server.ts'
import { planPromotion, withChanges } from './promotion.server.ts'
import { promotionActions } from './promotion.ts'

const common = { tag: 'resource', security: 'admin', node: 'baseInfo/student/promote' } as const
const day = v.pipe(
  v.string(),
  v.check(isDay, () => m.rule_date()),
)
const action = v.picklist(promotionActions)
const promotedClass = v.strictObject({
  orgId: v.number(),
  parentId: v.nullable(v.number()),
  name: v.string(),
  /** The name of its school. */
  school: v.string(),
  count: v.number(),
  action,
  to: v.nullable(v.number()),
  toName: v.string(),
})

/** A year of pupils moves up: what would become of each class, doing it as a job, and taking it back. */
export const promotionEndpoints = {
  plan: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/student/promotion',
    summary: m.call_promotionPlan,
    query: v.strictObject({ yearId: v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number)), since: day }),
    answer: v.strictObject({
      year: v.string(),
      graduates: v.boolean(),
      list: v.array(promotedClass),
      classes: v.array(v.strictObject({ id: v.number(), parentId: v.nullable(v.number()), name: v.string() })),
      digest: v.string(),
    }),
    errors: [422],
    run: ({ db, actor, query }) => planPromotion(db, actor, query),
  }),
  promote: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/student/promote',
    summary: m.call_promote,
    body: v.strictObject({
      yearId: id,
      since: day,
      until: v.optional(v.nullable(day)),
      digest: v.string(),
      changes: v.optional(
        v.pipe(v.array(v.strictObject({ orgId: id, action, to: v.optional(v.nullable(id), null) })), v.maxLength(5000)),
        [],
      ),
    }),
    answer: v.object({ job: v.number() }),
    errors: [409],
    run: async ({ c, db, actor, body: { yearId, since, until, digest, changes } }) => {
      const plan = await planPromotion(db, actor, { yearId, since })
      if (plan.digest !== digest) throw new AppError(409, m.promotion_stale(), { reason: 'stale' })
      const list = withChanges(plan, changes)
      if (list.every((one) => one.action === 'stay')) throw new AppError(422, m.promotion_nothing())
      const leaving = list.some((one) => one.action === 'graduate')
      if (leaving && !until) throw invalid<{ until: string }>({ until: [m.rule_required()] })
      if (leaving && until && until >= since) throw invalid<{ until: string }>({ until: [m.promotion_untilBefore()] })
      return queued(c, promotionJob, { yearId, name: plan.year, since, until: until ?? since, digest, changes })
    },
    msg: () => m.promotion_begun(),
  }),
  undo: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/student/undoPromotion',
    summary: m.call_undoPromotion,
    /** The job that has moved the year up. */
    body: v.strictObject({ id, partial: v.optional(v.boolean(), false) }),
    answer: v.object({ job: v.number() }),
    errors: [404, 409],
    run: async ({ c, db, actor, body }) =>
      queued(c, promotionUndoJob, await undoInputOf(db, actor, { kind: promotionJob.kind, ...body })),
    msg: () => m.import_begun(),
  }),
}
