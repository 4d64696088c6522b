import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { idQuery } from '../list/crud-query.server.ts'
import { eventStream } from './event-stream.server.ts'
import { SHOWN } from './job-feed.server.ts'
import { dismissJobs, findJob, listJobs, stopJob } from './job-store.server.ts'
import { jobView, jobViewSchema } from './job-view.server.ts'

const common = { tag: 'job', security: 'admin' } as const

/** The user's own background jobs. */
export const jobEndpoints = {
  index: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/job/index',
    summary: m.call_jobs,
    answer: v.object({ list: v.array(jobViewSchema) }),
    run: async ({ c, db, actor }) => {
      const { kinds } = c.get('deps').jobs
      return { list: (await listJobs(db, [actor.id], SHOWN, actor.apiToken?.id)).map((row) => jobView(row, kinds)) }
    },
  }),
  info: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/job/info',
    summary: m.call_job,
    query: idQuery,
    answer: jobViewSchema,
    errors: [404],
    run: async ({ c, db, actor, query }) => {
      const row = await findJob(db, actor, query.id)
      if (!row) throw new AppError(404, m.error_rowMissing())
      return jobView(row, c.get('deps').jobs.kinds)
    },
  }),
  events: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/job/events',
    summary: m.call_jobEvents,
    // A stream belongs to a sign-in.
    apiTokens: false,
    answer: v.string(),
    bare: 'text/event-stream',
    errors: [429],
    run: async ({ c, actor }) => eventStream(c, actor, c.get('deps').jobs.feed),
  }),
  cancel: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/job/cancel',
    summary: m.call_jobCancel,
    body: v.strictObject({ id }),
    answer: jobViewSchema,
    errors: [404],
    run: async ({ c, db, actor, body }) => {
      const { jobs } = c.get('deps')
      const row = await stopJob(db, actor, body.id)
      if (!row) throw new AppError(404, m.job_over())
      jobs.feed.hurry()
      return jobView(row, jobs.kinds)
    },
    msg: () => m.job_cancelling(),
  }),
  dismiss: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/job/dismiss',
    summary: m.call_jobDismiss,
    body: v.strictObject({ ids: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(200))) }),
    answer: v.object({ count: v.number() }),
    run: async ({ c, db, actor, body }) => {
      const count = await dismissJobs(db, actor, body.ids)
      c.get('deps').jobs.feed.hurry()
      return { count }
    },
    msg: () => m.success_operation(),
  }),
}
