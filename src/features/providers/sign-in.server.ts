import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { providerSession } from '#src/db/external-identity.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { token } from '#src/db/session.table.server.ts'
import { completeSignIn, type ProvenPerson, type Via } from '#src/features/auth/complete-sign-in.server.ts'
import { signInLife } from '#src/features/auth/sign-in-life.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { hashToken } from '#src/server/access/actor.server.ts'
import type { IssuedTokens } from '#src/server/access/token-secrets.server.ts'
import { noteForLog } from '#src/server/admin-log/log-call.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { seal } from '#src/server/seal.server.ts'
import { takeClaimedRoles } from './claim-roles.server.ts'
import { accountWith, assertLinkable, linkIdentity, noteUse, type ProviderPerson } from './identity.server.ts'
import type { ProviderRow } from './provider.schema.ts'
import { authorFor, openProvider } from './provider-row.server.ts'

/**
 * Signs in the account that belongs to a person at a provider: its roles follow the claims, and then the sign-in is
 * completed in the usual way. The provider can end it later.
 * With `links`, the identity becomes one of the account after the sign-in, and the roles follow then.
 * @throws AppError 400 with the usual sentence when the account is locked
 */
export async function signInPerson(
  c: ApiContext,
  row: ProviderRow,
  accountId: number,
  person: ProviderPerson,
  { keep = false, links = false } = {},
): Promise<IssuedTokens> {
  // An identity that is not linked yet says nothing of the account.
  if (!links) await followClaims(c, row, accountId, person)
  return signInBy(c, row, { accountId, side: row.side, keep, via: { providerId: row.id, person, links } })
}

/** The same after the second factor. @throws AppError 404 when the provider was switched off in the meantime */
export async function signInVia(c: ApiContext, proven: ProvenPerson & { via: Via }): Promise<IssuedTokens> {
  return signInBy(c, await openProvider(c.get('deps').db, proven.via.providerId), proven)
}

async function signInBy(c: ApiContext, row: ProviderRow, proven: ProvenPerson & { via: Via }): Promise<IssuedTokens> {
  const { db, settings: own, secret } = c.get('deps')
  const { accountId, side, via } = proven
  const { person, links } = via
  const [found] = await db.select({ username: account.username }).from(account).where(eq(account.id, accountId))
  const username = found?.username ?? ''
  noteForLog(c, { signIn: { side, username, way: 'provider' } })
  if (links) await assertLinkable(db, row, accountId, person)
  const tokens = await completeSignIn(c, await signInLife(db, own), proven)
  if (!tokens) throw new AppError(400, m.error_signInFailed())
  if (links) {
    await linkIdentity(db, { ...authorOf(c), id: accountId, name: username }, row, accountId, person)
    await followClaims(c, row, accountId, person)
  }
  const known = await accountWith(db, row.side, person)
  if (known) await noteUse(db, known.id)
  await noteSession(db, secret, row, person, tokens)
  return tokens
}

async function followClaims(c: ApiContext, row: ProviderRow, accountId: number, { roles }: ProviderPerson) {
  if (row.side === 'admin') await takeClaimedRoles(c.get('deps').db, authorFor(c, row), row, accountId, roles)
}

async function noteSession(
  db: Database,
  secret: string,
  row: ProviderRow,
  person: ProviderPerson,
  tokens: IssuedTokens,
) {
  const [found] = await db
    .select({ familyId: token.familyId })
    .from(token)
    .where(eq(token.hash, hashToken(tokens.access_token)))
  if (!found) return
  const { subject, sid, idToken } = person
  // It is only needed to sign out at the provider, and providers make large ones.
  const sealedToken = row.signOut === 1 && idToken.length < 16_000 ? seal(secret, 'id-token', idToken) : ''
  await db
    .insert(providerSession)
    .values({ familyId: found.familyId, providerId: row.id, subject, sid, sealedToken })
    .onConflictDoNothing()
}
