import { and, eq, gt, sql } from 'drizzle-orm'
import { account } from '#src/db/identity.table.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { IssuedTokens } from '#src/server/access/token-secrets.server.ts'
import { noteForLog } from '#src/server/admin-log/log-call.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type Flow, type FlowKeys, keepFlow } from './flow.server.ts'
import { accountByAddress, accountWith, linkIdentity, type ProviderPerson } from './identity.server.ts'
import type { ProviderRow } from './provider.schema.ts'
import { nameOf } from './provider-row.server.ts'
import { signInPerson } from './sign-in.server.ts'

/**
 * What a visit ends with: a sign-in; an identity that has no account yet (`account`: link one, or create one); a linked
 * identity; a proof.
 */
export type Finished =
  | { outcome: 'signedIn'; tokens: IssuedTokens }
  | { outcome: 'account' | 'linked' | 'proven'; tokens: null }

/** Goes on with a person whom a provider has shown. @throws AppError 400, 403, 409 with a sentence */
export async function finishFlow(
  c: ApiContext,
  row: ProviderRow,
  keys: FlowKeys,
  flow: Flow,
  person: ProviderPerson,
): Promise<Finished> {
  switch (flow.content.purpose) {
    case 'signIn':
      return signInOrAsk(c, row, keys, flow, person)
    case 'link':
      await link(c, row, flow, person)
      return { outcome: 'linked', tokens: null }
    case 'proof':
      await prove(c, row, keys, flow, person)
      return { outcome: 'proven', tokens: null }
  }
}

async function signInOrAsk(
  c: ApiContext,
  row: ProviderRow,
  keys: FlowKeys,
  flow: Flow,
  person: ProviderPerson,
): Promise<Finished> {
  const { db, secret } = c.get('deps')
  const known = await accountWith(db, row.side, person)
  if (known) {
    if (known.status !== 1) {
      noteForLog(c, { signIn: { side: row.side, username: known.username, way: 'provider' } })
      throw new AppError(400, m.error_signInFailed())
    }
    const tokens = await signInPerson(c, row, known.accountId, person)
    return { outcome: 'signedIn', tokens }
  }
  const accountId = await accountByAddress(db, row, person)
  if (accountId !== undefined) {
    const tokens = await signInPerson(c, row, accountId, person, { links: true })
    return { outcome: 'signedIn', tokens }
  }
  // Nobody has signed in yet.
  noteForLog(c, { unlogged: true })
  await keepFlow(db, secret, keys, 'known', { ...flow, content: { ...flow.content, person } })
  return { outcome: 'account', tokens: null }
}

/** The person who began the visit has to be signed in still, in the same sign-in. */
async function link(c: ApiContext, row: ProviderRow, flow: Flow, person: ProviderPerson): Promise<void> {
  const { db } = c.get('deps')
  const { id, username } = await ownerOf(c, flow)
  await linkIdentity(db, { ...authorOf(c), id, name: username }, row, id, person)
}

async function prove(
  c: ApiContext,
  row: ProviderRow,
  keys: FlowKeys,
  flow: Flow,
  person: ProviderPerson,
): Promise<void> {
  const { db, secret } = c.get('deps')
  const { id } = await ownerOf(c, flow)
  const known = await accountWith(db, row.side, person)
  if (known?.accountId !== id) throw new AppError(403, m.provider_otherPerson({ name: nameOf(row) }))
  await keepFlow(db, secret, keys, 'proven', flow)
}

async function ownerOf(c: ApiContext, { accountId, content }: Flow): Promise<{ id: number; username: string }> {
  const { db } = c.get('deps')
  const { familyId } = content
  if (accountId === null || familyId === undefined) throw new AppError(400, m.provider_flowGone())
  const [found] = await db
    .select({ id: account.id, username: account.username })
    .from(tokenFamily)
    .innerJoin(account, eq(account.id, tokenFamily.accountId))
    .where(and(eq(tokenFamily.id, familyId), eq(account.id, accountId), gt(tokenFamily.expireTime, sql`now()`)))
  if (!found) throw new AppError(403, m.error_sessionExpired())
  return found
}
