import { timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { findActor, type Side } from '#src/server/actor.server.ts'
import { readBody } from '#src/server/body.server.ts'
import type { ApiContext, ApiEnv, ApiSettings } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { refreshFamily, startFamily } from '#src/server/tokens.server.ts'
import { authenticate, recordLogin } from './account.server.ts'

type OAuthError = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type'

const grants = {
  password: v.object({
    username: v.pipe(v.string(), v.nonEmpty()),
    password: v.pipe(v.string(), v.nonEmpty()),
    keep: v.optional(v.string()),
  }),
  refresh_token: v.object({ refresh_token: v.pipe(v.string(), v.nonEmpty()) }),
}

/** The OAuth token endpoint (RFC 6749) and the end of a sign-in. */
export const tokenApi = new Hono<ApiEnv>()
  .post('/oauth/token', async (c) => {
    const { settings, db } = c.get('deps')
    const side = clientSide(c.req.header('authorization'), settings)
    if (!side) return refuse(c, 401, 'invalid_client', m.error_clientInvalid())
    const params = await parameters(c)
    if (!params) return refuse(c, 400, 'invalid_request', m.error_400())
    const grant = params.grant_type
    if (grant !== 'password' && grant !== 'refresh_token') {
      return refuse(c, 400, grant ? 'unsupported_grant_type' : 'invalid_request', m.error_grantUnsupported())
    }
    if (grant === 'refresh_token') {
      const input = v.safeParse(grants.refresh_token, params)
      if (!input.success) return refuse(c, 400, 'invalid_request', m.error_400())
      const tokens = await refreshFamily(db, settings, side, input.output.refresh_token)
      return tokens
        ? c.json({ ...tokens, code: 200, msg: '' })
        : refuse(c, 400, 'invalid_grant', m.error_sessionExpired())
    }
    const input = v.safeParse(grants.password, params)
    if (!input.success) return refuse(c, 400, 'invalid_request', m.error_400())
    const accountId = await authenticate(db, side, input.output.username, input.output.password)
    if (accountId === undefined) return refuse(c, 400, 'invalid_grant', m.error_signInFailed())
    const ip = c.get('address')
    const tokens = await db.transaction(async (tx) => {
      await recordLogin(tx, accountId, ip)
      const keep = input.output.keep === '1' || input.output.keep === 'true'
      return startFamily(tx, settings, { accountId, side, keep, ip, userAgent: c.req.header('user-agent') ?? '' })
    })
    return c.json({ ...tokens, code: 200, msg: '' })
  })
  .delete('/token/logout', async (c) => {
    const { db } = c.get('deps')
    const match = /^bear(?:er)?\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')
    const actor = match?.[1] ? await findActor(db, match[1]) : undefined
    if (!actor) throw new AppError(401, m.error_tokenInvalid())
    await db.delete(tokenFamily).where(eq(tokenFamily.id, actor.familyId))
    return c.json(ok(true, m.success_signedOut()))
  })

function refuse(c: ApiContext, status: 400 | 401, error: OAuthError, description: string) {
  if (status === 401) c.header('www-authenticate', 'Basic realm="yardstick"')
  return c.json({ error, error_description: description, code: status, msg: description }, status)
}

/** Which side's client the Basic header names; RFC 6749 wants both halves form-encoded, plain ones are read too. */
function clientSide(header: string | undefined, settings: ApiSettings): Side | undefined {
  const encoded = /^basic\s+([\w+/=-]+)$/i.exec(header ?? '')?.[1]
  if (!encoded) return undefined
  const given = Buffer.from(encoded, 'base64').toString('utf8')
  if (same(given, settings.adminClient) || same(decode(given), settings.adminClient)) return 'admin'
  if (same(given, settings.userClient) || same(decode(given), settings.userClient)) return 'user'
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Query and form together; undefined when a parameter comes twice with different values, or the form cannot be read. */
async function parameters(c: ApiContext): Promise<Record<string, string> | undefined> {
  const merged: Record<string, string> = {}
  const type = c.req.header('content-type') ?? ''
  const form = type.startsWith('application/x-www-form-urlencoded')
    ? new URLSearchParams(await readBody(c))
    : new URLSearchParams()
  for (const [key, value] of [...new URL(c.req.url).searchParams, ...form]) {
    if (merged[key] !== undefined && merged[key] !== value) return undefined
    merged[key] = value
  }
  return merged
}
