import { streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { contractLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ApiContext } from '../context.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { idQuery } from '../list/crud-query.server.ts'
import { type FeedEvent, SHOWN } from './job-feed.server.ts'
import { dismissJobs, findJob, listJobs, stopJob } from './job-store.server.ts'
import { jobView, jobViewSchema } from './job-view.server.ts'

/** Milliseconds that an event stream stays open. The client then reconnects, and its token is checked again. */
const STREAM_MS = 10 * 60_000
/** Milliseconds between keep-alive events, so that no proxy takes a quiet stream for a dead one. */
const QUIET_MS = 20_000

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
    run: async ({ c, actor }) => events(c, actor),
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

/** Each event is the current state of a job. The first events are all jobs. */
function events(c: ApiContext, { id: owner, familyId, viewer, address = '' }: Actor): Response {
  const { jobs } = c.get('deps')
  const locale = contractLocale(c.req.raw)
  jobs.feed.assertRoom(owner)
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    let over: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      over = resolve
    })
    const write = (event: string, data: unknown) =>
      void stream.writeSSE({ event, data: JSON.stringify(data), retry: 2_000 }).catch(over)
    stream.onAbort(over)
    jobs.feed.closing.addEventListener('abort', over)
    const timers = [setInterval(() => write('quiet', {}), QUIET_MS), setTimeout(over, STREAM_MS)]
    write('hello', {})
    const send = ({ event, data }: FeedEvent) => write(event, data)
    const deaf = jobs.feed.listen({ owner, familyId, address, locale, viewing: viewer !== undefined, send, end: over })
    await ended
    deaf()
    for (const timer of timers) clearTimeout(timer)
    jobs.feed.closing.removeEventListener('abort', over)
  })
}
