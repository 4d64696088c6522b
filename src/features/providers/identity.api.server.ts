import { eq } from 'drizzle-orm'
import * as client from 'openid-client'
import * as v from 'valibot'
import { providerSession } from '#src/db/external-identity.table.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Side } from '#src/lib/side.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { unseal } from '#src/server/seal.server.ts'
import { dropUnlinkedRoles } from './claim-roles.server.ts'
import { beginAnswer, beginBody, visitOrigin } from './flow.api.server.ts'
import { identitiesOf, unlinkIdentity } from './identity.server.ts'
import { openIdOf } from './open-id.server.ts'
import { enabledProviders, nameOf, openProvider } from './provider-row.server.ts'
import { beginVisit } from './visit.server.ts'

const instant = v.pipe(v.string(), v.isoTimestamp())
const named = { id: v.number(), name: v.string() }

export const adminIdentities = identities('admin', '/adminApi')
export const memberIdentities = identities('user', '/api')

/** The identities of the signed-in user. Everybody manages their own, so these calls need no permission node. */
function identities<const TBase extends '/adminApi' | '/api'>(security: Side, base: TBase) {
  const common = { tag: 'session', security, viewers: 'none' } as const
  return {
    index: endpoint({
      ...common,
      method: 'get',
      path: `${base}/identity/index` as const,
      summary: m.call_identities,
      answer: v.strictObject({
        list: v.array(
          v.strictObject({
            ...named,
            providerId: v.number(),
            label: v.string(),
            enabled: v.boolean(),
            createTime: instant,
            lastUseTime: v.nullable(instant),
          }),
        ),
        /** The providers that can be linked. */
        others: v.array(v.strictObject(named)),
      }),
      run: async ({ db, actor }) => {
        const rows = await identitiesOf(db, actor.id)
        const list = rows.map(({ name, nameEn, icon: _, status, ...row }) => ({
          ...row,
          name: nameOf({ name, nameEn }),
          enabled: status === 1,
        }))
        const linked = new Set(rows.map(({ providerId }) => providerId))
        const others = (await enabledProviders(db))
          .filter((one) => one.side === security && !linked.has(one.id))
          .map((one) => ({ id: one.id, name: nameOf(one) }))
        return { list, others }
      },
    }),
    begin: endpoint({
      ...common,
      method: 'post',
      path: `${base}/identity/begin` as const,
      summary: m.call_identityBegin,
      body: v.strictObject({ ...beginBody, purpose: v.picklist(['link', 'proof']) }),
      answer: beginAnswer,
      errors: [403, 404],
      // Whoever has to set up a second factor first may need a proof for it.
      enroll: true,
      run: async ({ c, db, actor, body: { purpose, provider: providerId, to, origin } }) => {
        const row = await openProvider(db, providerId)
        if (row.side !== security) throw new AppError(404, m.provider_missing())
        if (purpose === 'proof' && !(await isLinked(c, actor, row.id))) throw new AppError(404, m.provider_notLinked())
        if (purpose === 'link') {
          if (actor.enroll) throw new AppError(403, m.factor_enroll(), { reason: 'enroll' })
          // It is another way into the account, so a stolen session must not add one.
          await assertProven(db, authorOf(c))
        }
        const who = { accountId: actor.id, familyId: actor.familyId }
        return beginVisit(c, row, { purpose, to, origin: visitOrigin(c, origin), ...who })
      },
    }),
    unlink: endpoint({
      ...common,
      method: 'post',
      path: `${base}/identity/unlink` as const,
      summary: m.call_identityUnlink,
      body: v.strictObject({ id }),
      answer: v.literal(true),
      errors: [404, 409],
      write: 'save',
      run: async ({ tx, actor, body }) => {
        await unlinkIdentity(tx, actor.id, body.id)
        return true as const
      },
      committed: ({ c, db, actor }) => dropUnlinkedRoles(db, authorOf(c), actor.id),
      msg: () => m.provider_unlinked(),
    }),
    leave: endpoint({
      ...common,
      method: 'post',
      path: `${base}/identity/leave` as const,
      summary: m.call_identityLeave,
      body: v.strictObject({ origin: v.optional(v.pipe(v.string(), v.maxLength(300))) }),
      answer: v.strictObject({ url: v.nullable(v.string()) }),
      run: async ({ c, actor, body }) => ({ url: await leavingAt(c, actor, security, visitOrigin(c, body.origin)) }),
    }),
  }
}

async function isLinked(c: ApiContext, actor: Actor, providerId: number): Promise<boolean> {
  const rows = await identitiesOf(c.get('deps').db, actor.id)
  return rows.some((row) => row.providerId === providerId)
}

/** Where signing out goes on at the provider that began this sign-in, when it is configured so; else null. */
async function leavingAt(c: ApiContext, actor: Actor, side: Side, origin: string): Promise<string | null> {
  const { db, secret } = c.get('deps')
  const [found] = await db
    .select({ row: provider, sealed: providerSession.sealedToken })
    .from(providerSession)
    .innerJoin(provider, eq(provider.id, providerSession.providerId))
    .where(eq(providerSession.familyId, actor.familyId))
  if (found?.row.signOut !== 1 || found.row.status !== 1) return null
  // Signing out here must not depend on another machine.
  const config = await openIdOf(c.get('deps'), found.row).catch(() => undefined)
  if (!config?.serverMetadata().end_session_endpoint) return null
  const hint = found.sealed && unseal(secret, 'id-token', found.sealed)
  const parameters = { post_logout_redirect_uri: `${origin}/${side}/login`, ...(hint ? { id_token_hint: hint } : {}) }
  return client.buildEndSessionUrl(config, parameters).href
}
