import { Hono } from 'hono'
import { contractLocale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PERMISSION_EPOCH } from '#src/lib/permission-epoch.ts'
import { statusMessage } from '#src/lib/status-message.ts'
import { logAnswered, noteForLog } from './admin-log/log-call.server.ts'
import { LogGatherer } from './admin-log/log-gatherer.server.ts'
import type { ApiContext, ApiDeps, ApiEnv } from './context.server.ts'
import { changedTable, databaseTrouble } from './database-trouble.server.ts'
import { envelope } from './envelope.server.ts'
import { AppError } from './errors.server.ts'
import { loggable } from './loggable.server.ts'
import { methodsOf } from './methods.server.ts'
import { keepAllowedMachines } from './outgoing/allowed-machines.server.ts'
import { requestIdOf } from './request-facts.server.ts'
import { saneRequest } from './request-sanity.server.ts'
import { keepSiteSecret } from './seal.server.ts'
import { pgErrorOf } from './write/db-errors.server.ts'

export type Mount = (api: Hono<ApiEnv>) => void

/**
 * The HTTP API. Dependencies are passed in, so that tests run the real API on their own database.
 * @param mounts functions with which the features add their endpoints
 */
export function createApi(deps: ApiDeps, mounts: readonly Mount[]) {
  keepSiteSecret(deps.secret)
  keepAllowedMachines(deps.allowed)
  const vital = { ...deps, db: deps.vitalDb }
  const gatherer = deps.logGatherer ?? new LogGatherer(deps)
  const api = new Hono<ApiEnv>()
  api.use(async (c, next) => {
    const requestId = c.env?.requestId ?? requestIdOf(c.req.raw)
    c.set('deps', isVital(c.req.path) ? vital : deps)
    c.set('requestId', requestId)
    c.set('address', c.env?.address ?? '')
    c.header('x-request-id', requestId)
    c.header('cache-control', 'no-store')
    const started = performance.now()
    c.set('started', started)
    await withLocale(contractLocale(c.req.raw), next)
    const actor = c.get('actor')
    // The log names the person who called, also when they view as somebody else.
    const who = actor?.viewer
      ? { actor: actor.viewer.id, viewing: actor.id }
      : { actor: actor?.id, apiToken: actor?.apiToken?.id }
    // `c.header` would make the response anew here, and lose its status on the production listener.
    if (actor) c.res.headers.set(PERMISSION_EPOCH, actor.epoch)
    const took = { ms: Math.round((performance.now() - started) * 10) / 10, ...who }
    // A page calls the API in process. The log already contains the page request, so these calls are only debug lines.
    const level = c.env?.inProcess ? 'debug' : 'info'
    await logAnswered(c, gatherer).catch((err: unknown) =>
      deps.log.error({ requestId, err: loggable(err) }, 'not in the admin log'),
    )
    deps.log[level]({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, ...took }, 'call')
  })
  api.use(saneRequest)
  for (const mount of mounts) mount(api)
  const allowed = methodsOf(api)
  api.notFound((c) => {
    const methods = allowed(c.req.path)
    if (methods.length === 0) return failure(c, new AppError(404, statusMessage(404, c.req.path)))
    c.header('allow', methods.join(', '))
    return c.req.method === 'OPTIONS' ? c.body(null, 204) : failure(c, new AppError(405))
  })
  api.onError((error, c) => {
    if (error instanceof AppError) {
      if (error.cause) deps.log.warn({ requestId: c.get('requestId'), path: c.req.path, err: loggable(error.cause) })
      return failure(c, error)
    }
    // A client that has left needs no answer, and its cancelled query is no fault.
    if (c.req.raw.signal.aborted) return failure(c, new AppError(503))
    deps.log.error({
      requestId: c.get('requestId'),
      path: c.req.path,
      err: loggable(error),
      sqlstate: pgErrorOf(error)?.code,
    })
    // RFC 6749 knows no conflict.
    const writes = !['GET', 'HEAD'].includes(c.req.method) && c.req.path !== TOKEN_ENDPOINT
    const changed = c.get('runtimeResource') && changedTable(error, writes)
    return failure(c, databaseTrouble(error, writes) ?? changed ?? new AppError(500, m.error_500()))
  })
  return api
}

const TOKEN_ENDPOINT = '/auth/oauth/token'

/** Calls that a person needs to come in and to go on. Their small queries do not wait for those of lists. */
const VITAL = /^\/(auth\/|api\/captcha(\/|$)|(api|adminApi)\/(session\/|user\/info$|menu$))/

function isVital(path: string): boolean {
  return VITAL.test(path)
}

/** The response for an error. The envelope's code is also the HTTP status, except for 302, which has status 200. */
function failure(c: ApiContext, error: AppError): Response {
  noteForLog(c, { said: error })
  if (error.retryAfter !== undefined) c.header('retry-after', String(error.retryAfter))
  // RFC 6750, section 3: no error code when the client sends no token.
  if (error.code === 401) {
    c.header(
      'www-authenticate',
      `Bearer realm="yardstick"${c.req.header('authorization') ? ', error="invalid_token"' : ''}`,
    )
  }
  // Clients of RFC 6749 do not know the envelope.
  if (c.req.path === TOKEN_ENDPOINT && error.code !== 302) {
    const reason = error.code >= 500 ? 'server_error' : 'invalid_request'
    const { code, message } = error
    return c.json({ error: reason, error_description: message, code, msg: message }, code)
  }
  return c.json(envelope(error.code, error.message, error.data), error.code === 302 ? 200 : error.code)
}
