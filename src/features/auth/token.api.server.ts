import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { factorPerson } from '#src/features/factors/factor-grant.server.ts'
import { wantsFactor } from '#src/features/factors/sign-in-ticket.server.ts'
import { signInVia } from '#src/features/providers/sign-in.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { refreshFamily } from '#src/server/access/refresh.server.ts'
import { noteForLog } from '#src/server/admin-log/log-call.server.ts'
import { readForm } from '#src/server/body.server.ts'
import { readConfig, textIn } from '#src/server/config.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { countFailure } from '#src/server/throttle/throttle.server.ts'
import { authenticate, signInName } from './account.server.ts'
import { tokenAnswer } from './auth.answers.server.ts'
import type { CaptchaReason } from './captcha.server.ts'
import { completeSignIn } from './complete-sign-in.server.ts'
import { clientSide } from './oauth-client.server.ts'
import { refreshCounter } from './sign-in-counters.server.ts'
import { guardSignIn } from './sign-in-guard.server.ts'
import { signInLife } from './sign-in-life.server.ts'
import { FACTOR_GRANT, grantOf, tokenForm, tokenQuery } from './token-request.server.ts'

type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  // Our own error codes, which RFC 6749 allows. A client that does not know them shows the description.
  | 'captcha_required'
  | 'captcha_invalid'
  | 'too_many_requests'
  | 'mfa_required'
  | 'mfa_invalid'

/** The OAuth token endpoint (RFC 6749) and the logout endpoint. */
export const tokenEndpoints = {
  token: endpoint({
    method: 'post',
    path: '/auth/oauth/token',
    tag: 'session',
    summary: m.call_token,
    security: 'client',
    // Its errors have the form of RFC 6749, so it reads the request itself.
    rawQuery: tokenQuery,
    rawBody: { type: 'application/x-www-form-urlencoded', schema: tokenForm },
    bare: 'application/json',
    answer: tokenAnswer,
    errors: [429],
    run: ({ c }) => answered(c),
  }),
  logout: endpoint({
    method: 'delete',
    path: '/auth/token/logout',
    tag: 'session',
    summary: m.call_logout,
    security: 'either',
    expired: true,
    anywhere: true,
    log: 'signOut',
    enroll: true,
    answer: v.literal(true),
    run: async ({ db, actor }) => {
      await db.delete(tokenFamily).where(eq(tokenFamily.id, actor.familyId))
      return true as const
    },
    msg: () => m.success_signedOut(),
  }),
}

async function answered(c: ApiContext): Promise<Response> {
  // RFC 6749, 5.1, requires this header in addition to Cache-Control.
  c.header('pragma', 'no-cache')
  try {
    return await exchange(c)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.retryAfter !== undefined) {
      c.header('retry-after', String(error.retryAfter))
      return refuse(c, 429, 'too_many_requests', error.message)
    }
    // A site without passkeys is a wrong request: the standard has no better answer.
    if (error.code === 409) return refuse(c, 400, 'invalid_request', error.message)
    // Whoever has proved who they are, and may not sign in from here or now, is told so.
    if (error.code === 403) return refuse(c, 400, 'invalid_grant', error.message)
    if (wantsFactor(error.data)) {
      const { mfa_token, ways } = error.data
      return refuse(c, 400, 'mfa_required', error.message, { mfa_token, ways })
    }
    if (error.code === 422) return refuse(c, 400, 'mfa_invalid', fieldText(error), error.data)
    if (!wantsCaptcha(error.data)) throw error
    const reason = error.data.reason === 'required' ? 'captcha_required' : 'captcha_invalid'
    return refuse(c, 400, reason, error.message, { captcha: true })
  }
}

async function exchange(c: ApiContext): Promise<Response> {
  const { settings: own, db } = c.get('deps')
  const settings = await signInLife(db, own)
  const form = await readForm(c)
  const side = clientSide(c.req.header('authorization'), form, settings)
  if (!side) return refuse(c, 401, 'invalid_client', m.error_clientInvalid())
  const asked = grantOf(c.get('url').searchParams, form)
  switch (asked.grant) {
    case 'unreadable':
      return refuse(c, 400, 'invalid_request', m.error_400())
    case 'missing':
      return refuse(c, 400, 'invalid_request', m.error_grantUnsupported())
    case 'unsupported':
      return refuse(c, 400, 'unsupported_grant_type', m.error_grantUnsupported())
    case 'refresh_token': {
      noteForLog(c, { unlogged: true })
      const tokens = await refreshFamily(db, settings, side, asked.refresh_token)
      if (tokens) return c.json({ ...tokens, code: 200, msg: '' })
      // The token is checked before the failure is counted. Invalid tokens of other clients never block a valid token.
      await countFailure(db, refreshCounter(c.get('address')))
      return refuse(c, 400, 'invalid_grant', m.error_sessionExpired())
    }
    case FACTOR_GRANT: {
      const person = await factorPerson(c, side, asked)
      const tokens =
        person &&
        (await (person.via ? signInVia(c, { ...person, via: person.via }) : completeSignIn(c, settings, person)))
      // A passkey alone has begun nothing that could be over: its account is locked.
      if (!tokens) return refuse(c, 400, 'invalid_grant', asked.mfa_token ? m.mfa_over() : m.error_signInFailed())
      return c.json({ ...tokens, code: 200, msg: '' })
    }
    case 'password': {
      noteForLog(c, { signIn: { side, username: asked.username, way: 'password' } })
      const { centerOpen, centerSentence } = await readConfig(db, ['centerOpen', 'centerSentence'])
      if (side === 'user' && !centerOpen) return refuse(c, 400, 'invalid_grant', textIn(centerSentence))
      const { password, captcha_id, captcha_info = '' } = asked
      const username = await signInName(db, side, asked.username)
      const ip = c.get('address')
      const proof = captcha_id ? { id: captcha_id, info: captcha_info } : undefined
      const accountId = await guardSignIn(db, { side, username, address: ip, proof }, () =>
        authenticate(db, side, username, password),
      )
      if (accountId === undefined) return refuse(c, 400, 'invalid_grant', m.error_signInFailed())
      const keep = asked.keep === '1' || asked.keep === 'true'
      const tokens = await completeSignIn(c, settings, { accountId, side, keep })
      if (!tokens) return refuse(c, 400, 'invalid_grant', m.error_signInFailed())
      return c.json({ ...tokens, code: 200, msg: '' })
    }
  }
}

function refuse(c: ApiContext, status: 400 | 401 | 429, error: OAuthError, description: string, data?: unknown) {
  noteForLog(c, { said: { code: status, message: description } })
  if (status === 401) c.header('www-authenticate', 'Basic realm="yardstick"')
  // A client of RFC 6749 looks for the token beside the error.
  const more = wantsFactor(data) ? { mfa_token: data.mfa_token, ways: data.ways } : {}
  return c.json({ error, error_description: description, code: status, msg: description, data, ...more }, status)
}

/** What is wrong with the factor, in one sentence. */
function fieldText(error: AppError): string {
  const [text] = Object.values((error.data as { errors?: Record<string, string[]> }).errors ?? {}).flat()
  return text ?? error.message
}

function wantsCaptcha(data: unknown): data is { captcha: true; reason: CaptchaReason } {
  return typeof data === 'object' && data !== null && 'captcha' in data && 'reason' in data
}
