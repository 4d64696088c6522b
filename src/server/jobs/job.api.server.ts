import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { contractLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { readJson } from '../body.server.ts'
import { type ApiContext, type ApiEnv, actorOf } from '../context.server.ts'
import { ok } from '../envelope.server.ts'
import { AppError, invalid } from '../errors.server.ts'
import { type FeedEvent, SHOWN } from './job-feed.server.ts'
import { dismissJobs, findJob, listJobs, stopJob } from './job-store.server.ts'
import { jobView } from './job-view.server.ts'

/** Milliseconds that an event stream stays open. The client then reconnects, and its token is checked again. */
const STREAM_MS = 10 * 60_000
/** Milliseconds between keep-alive events, so that no proxy takes a quiet stream for a dead one. */
const QUIET_MS = 20_000

export const jobIdBody = v.strictObject({ id })
export const dismissBody = v.strictObject({ ids: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(200))) })

/** Endpoints for the user's own background jobs. */
export const jobApi = new Hono<ApiEnv>()
  .get('/index', async (c) => {
    const { db, jobs } = c.get('deps')
    const rows = await listJobs(db, [actorOf(c).id], SHOWN)
    return c.json(ok({ list: rows.map((row) => jobView(row, jobs.kinds)) }))
  })
  .get('/info', async (c) => {
    const { db, jobs } = c.get('deps')
    const query = v.safeParse(jobIdBody, c.req.query())
    if (!query.success) throw new AppError(400, undefined, { errors: { id: [m.rule_type()] } })
    const row = await findJob(db, actorOf(c).id, query.output.id)
    if (!row) throw new AppError(404, m.error_rowMissing())
    return c.json(ok(jobView(row, jobs.kinds)))
  })
  .post('/cancel', async (c) => {
    const { db, jobs } = c.get('deps')
    const { id } = await body(c, jobIdBody)
    const row = await stopJob(db, actorOf(c).id, id)
    if (!row) throw new AppError(404, m.job_over())
    jobs.feed.hurry()
    return c.json(ok(jobView(row, jobs.kinds), m.job_cancelling()))
  })
  .post('/dismiss', async (c) => {
    const { db, jobs } = c.get('deps')
    const { ids } = await body(c, dismissBody)
    const count = await dismissJobs(db, actorOf(c).id, ids)
    jobs.feed.hurry()
    return c.json(ok({ count }, m.success_operation()))
  })
  .get('/events', (c) => events(c))

/** Each event is the current state of a job. The first events are all jobs. */
function events(c: ApiContext): Response {
  const { jobs } = c.get('deps')
  const { id: owner, familyId } = actorOf(c)
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
    const deaf = jobs.feed.listen({ owner, familyId, locale, send, end: over })
    await ended
    deaf()
    for (const timer of timers) clearTimeout(timer)
    jobs.feed.closing.removeEventListener('abort', over)
  })
}

async function body<T extends v.GenericSchema>(c: ApiContext, schema: T): Promise<v.InferOutput<T>> {
  const result = v.safeParse(schema, await readJson(c))
  if (!result.success) throw invalid(fieldErrors(result.issues))
  return result.output
}
