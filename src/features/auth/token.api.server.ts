import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { findActor } from '#src/server/access/actor.server.ts'
import { refreshFamily } from '#src/server/access/refresh.server.ts'
import { startFamily } from '#src/server/access/tokens.server.ts'
import { readForm } from '#src/server/body.server.ts'
import type { ApiContext, ApiEnv } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { countFailure } from '#src/server/throttle/throttle.server.ts'
import { authenticate } from './account.server.ts'
import type { CaptchaReason } from './captcha.server.ts'
import { clientSide } from './oauth-client.server.ts'
import { refreshCounter } from './sign-in-counters.server.ts'
import { guardSignIn } from './sign-in-guard.server.ts'

type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  // Our own error codes, which RFC 6749 allows. A client that does not know them shows the description.
  | 'captcha_required'
  | 'captcha_invalid'
  | 'too_many_requests'

/** The parameters of each grant, in addition to `grant_type` and `scope`. */
export const grants = {
  password: v.object({
    username: v.pipe(v.string(), v.nonEmpty()),
    password: v.pipe(v.string(), v.nonEmpty()),
    keep: v.optional(v.string()),
    captcha_id: v.optional(v.string()),
    captcha_info: v.optional(v.string()),
  }),
  refresh_token: v.object({ refresh_token: v.pipe(v.string(), v.nonEmpty()) }),
}

/** The OAuth token endpoint (RFC 6749) and the logout endpoint. */
export const tokenApi = new Hono<ApiEnv>()
  .post('/oauth/token', async (c) => {
    // RFC 6749, 5.1, requires this header in addition to Cache-Control.
    c.header('pragma', 'no-cache')
    try {
      return await exchange(c)
    } catch (error) {
      if (error instanceof AppError && error.retryAfter !== undefined) {
        c.header('retry-after', String(error.retryAfter))
        return refuse(c, 429, 'too_many_requests', error.message)
      }
      if (error instanceof AppError && wantsCaptcha(error.data))
        return refuse(
          c,
          400,
          error.data.reason === 'required' ? 'captcha_required' : 'captcha_invalid',
          error.message,
          { captcha: true },
        )
      throw error
    }
  })
  .delete('/token/logout', async (c) => {
    const { db } = c.get('deps')
    const match = /^bear(?:er)?\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')
    const actor = match?.[1] ? await findActor(db, match[1]) : undefined
    if (!actor) throw new AppError(401, m.error_tokenInvalid())
    await db.delete(tokenFamily).where(eq(tokenFamily.id, actor.familyId))
    return c.json(ok(true, m.success_signedOut()))
  })

async function exchange(c: ApiContext) {
  const { settings, db } = c.get('deps')
  const form = await readForm(c)
  const side = clientSide(c.req.header('authorization'), form, settings)
  if (!side) return refuse(c, 401, 'invalid_client', m.error_clientInvalid())
  const params = parameters(c, form)
  if (!params) return refuse(c, 400, 'invalid_request', m.error_400())
  const grant = params.grant_type
  if (grant !== 'password' && grant !== 'refresh_token') {
    return refuse(c, 400, grant ? 'unsupported_grant_type' : 'invalid_request', m.error_grantUnsupported())
  }
  if (grant === 'refresh_token') {
    const input = v.safeParse(grants.refresh_token, params)
    if (!input.success) return refuse(c, 400, 'invalid_request', m.error_400())
    const tokens = await refreshFamily(db, settings, side, input.output.refresh_token)
    if (tokens) return c.json({ ...tokens, code: 200, msg: '' })
    // The token is checked before the failure is counted. Invalid tokens of other clients never block a valid token.
    await countFailure(db, refreshCounter(c.get('address')))
    return refuse(c, 400, 'invalid_grant', m.error_sessionExpired())
  }
  const input = v.safeParse(grants.password, params)
  if (!input.success) return refuse(c, 400, 'invalid_request', m.error_400())
  const { username, password, captcha_id, captcha_info = '' } = input.output
  const ip = c.get('address')
  const proof = captcha_id ? { id: captcha_id, info: captcha_info } : undefined
  const accountId = await guardSignIn(db, { side, username, address: ip, proof }, () =>
    authenticate(db, side, username, password),
  )
  if (accountId === undefined) return refuse(c, 400, 'invalid_grant', m.error_signInFailed())
  const keep = input.output.keep === '1' || input.output.keep === 'true'
  const userAgent = c.req.header('user-agent') ?? ''
  const tokens = await startFamily(db, settings, { accountId, side, keep, ip, userAgent })
  if (!tokens) return refuse(c, 400, 'invalid_grant', m.error_signInFailed())
  return c.json({ ...tokens, code: 200, msg: '' })
}

function refuse(
  c: ApiContext,
  status: 400 | 401 | 429,
  error: OAuthError,
  description: string,
  data?: { captcha: true },
) {
  if (status === 401) c.header('www-authenticate', 'Basic realm="yardstick"')
  return c.json({ error, error_description: description, code: status, msg: description, data }, status)
}

/** Parameters that stand in the form only, because addresses are logged on their way. */
const FORM_ONLY = [
  ...Object.keys(grants.password.entries),
  ...Object.keys(grants.refresh_token.entries),
  'client_secret',
]

/**
 * The form, with `grant_type` and `scope` also from the query. Returns undefined when one of them differs, when a
 * parameter occurs twice with different values, or when another parameter of the form stands in the query.
 */
function parameters(c: ApiContext, form: URLSearchParams): Record<string, string> | undefined {
  const merged: Record<string, string> = {}
  const query = new URL(c.req.url).searchParams
  if (FORM_ONLY.some((name) => query.has(name))) return undefined
  for (const [key, value] of [...query, ...form]) {
    if (merged[key] !== undefined && merged[key] !== value) return undefined
    merged[key] = value
  }
  return merged
}

function wantsCaptcha(data: unknown): data is { captcha: true; reason: CaptchaReason } {
  return typeof data === 'object' && data !== null && 'captcha' in data && 'reason' in data
}
