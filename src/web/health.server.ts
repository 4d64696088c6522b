import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { runtime } from '#src/server/runtime.server.ts'

/** Milliseconds in which the database has to answer `/readyz`. */
const READY_MS = 1_500
/** Milliseconds of failed attempts after which a new process may help: this one cannot reach its database any more. */
const FAILING_MS = 60_000

/** The probe of the database that is under way. Several requests share it, so that they take only one connection. */
let probe: Promise<unknown> | undefined

/** The health checks: `/healthz` for the process, `/readyz` for its database. */
export const health = new Hono()
  .get('/healthz', (c) => {
    const failing = runtime().pulse.failingFor()
    return failing < FAILING_MS
      ? c.json({ status: 'ok' })
      : c.json({ status: 'database lost', seconds: Math.round(failing / 1000) }, 503)
  })
  .get('/readyz', async (c) => {
    try {
      await within(READY_MS, ask())
      return c.json({ status: 'ready' })
    } catch {
      return c.json({ status: 'database unavailable' }, 503)
    }
  })

function ask(): Promise<unknown> {
  probe ??= runtime()
    .probeDb.execute(sql`select 1`)
    .finally(() => (probe = undefined))
  return probe
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
