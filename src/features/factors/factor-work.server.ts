import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { passkey, recoveryCode, totpFactor } from '#src/db/factor.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { guardFactor } from '#src/features/auth/sign-in-guard.server.ts'
import { hasWayIn } from '#src/features/providers/identity.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig, textIn } from '#src/server/config.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { dropLoneCodes, type FactorChange, hasFactor, recordFactor, tellFactor } from './factors.server.ts'
import { registerPasskey, registrationOptions } from './passkey.server.ts'
import { assertPasskeyPlace } from './passkey-place.server.ts'
import { newRecoveryCodes } from './recovery.server.ts'
import { beginTotp, confirmTotp } from './totp.server.ts'

type Change = Omit<FactorChange, 'accountId'>

/** Changes the own factors in one recorded transaction, and tells the account. */
function changing<T>(c: ApiContext, actor: Actor, change: Change, work: (tx: Db) => Promise<T>): Promise<T> {
  const { db, secret } = c.get('deps')
  return guardedWrite(db, authorOf(c), 'save', async (tx) => {
    const result = await work(tx)
    const { id: accountId, side } = actor
    await recordFactor(tx, { accountId, ...change })
    await tellFactor(tx, secret, { accountId, side, address: c.get('address'), ...change })
    return result
  })
}

async function siteName(db: Db): Promise<string> {
  return textIn((await readConfig(db, ['siteName'])).siteName)
}

/** Begins to set up an authenticator app. @throws AppError 409 for an account that has one */
export async function startApp(c: ApiContext, { id, username }: Actor) {
  const { db, secret } = c.get('deps')
  const begun = await beginTotp(db, secret, id, { issuer: await siteName(db), label: username })
  if (!begun) throw new AppError(409, m.factor_totpThere())
  return begun
}

/** The codes of the first factor of an account. Whoever has some keeps them. */
async function firstCodes(tx: Db, accountId: number): Promise<string[] | null> {
  const known = await tx
    .select({ hash: recoveryCode.hash })
    .from(recoveryCode)
    .where(eq(recoveryCode.accountId, accountId))
  return known.length > 0 ? null : newRecoveryCodes(tx, accountId)
}

/** Confirms the app with one of its codes. @throws AppError 422, 429 */
export async function confirmOwnApp(c: ApiContext, actor: Actor, code: string) {
  const { db, secret } = c.get('deps')
  const { id: accountId, side } = actor
  const done = await guardFactor(db, { accountId, side, address: c.get('address') }, () =>
    changing(c, actor, { factor: 'totp', added: true }, async (tx) => {
      if (!(await confirmTotp(tx, secret, accountId, code))) throw new WrongCode()
      return { codes: await firstCodes(tx, accountId) }
    }).catch((error: unknown) => {
      if (error instanceof WrongCode) return undefined
      throw error
    }),
  )
  if (!done) throw invalid({ code: [m.factor_codeWrong()] })
  return done
}

/** Ends the transaction of a confirmation. */
class WrongCode extends Error {}

/** @throws AppError 409 when a role asks for a factor and this was the last one */
async function assertStillHas(tx: Db, { id, factorDue }: Actor): Promise<void> {
  if (factorDue !== undefined && !(await hasFactor(tx, id))) throw new AppError(409, m.factor_required())
}

export function removeOwnApp(c: ApiContext, actor: Actor): Promise<void> {
  return changing(c, actor, { factor: 'totp', added: false }, async (tx) => {
    // One that was never confirmed is no factor.
    const confirmed = and(eq(totpFactor.accountId, actor.id), isNotNull(totpFactor.confirmTime))
    const gone = await tx.delete(totpFactor).where(confirmed).returning()
    if (gone.length === 0) throw new AppError(404, m.factor_none())
    await assertStillHas(tx, actor)
    await dropLoneCodes(tx, actor.id)
  })
}

/** @throws AppError 409 for an account without a factor */
export function makeRecoveryCodes(c: ApiContext, actor: Actor): Promise<string[]> {
  return changing(c, actor, { factor: 'recovery', added: true }, async (tx) => {
    if (!(await hasFactor(tx, actor.id))) throw new AppError(409, m.factor_recoveryNone())
    return newRecoveryCodes(tx, actor.id)
  })
}

/** What a browser needs to make a passkey. @throws AppError 409 where there are none */
export async function startPasskey(c: ApiContext, { id, familyId, username }: Actor, origin: string) {
  const { db } = c.get('deps')
  const owner = { accountId: id, familyId, username, name: username }
  return registrationOptions(db, assertPasskeyPlace(origin), await siteName(db), owner)
}

type Added = { origin: string; name: string; response: string }

/** @throws AppError 422 for an answer that is none to a challenge of this sign-in */
export function addOwnPasskey(c: ApiContext, actor: Actor, { origin, name, response }: Added) {
  const place = assertPasskeyPlace(origin)
  return changing(c, actor, { factor: 'passkey', added: true }, async (tx) => {
    const { id: accountId, familyId } = actor
    const added = await registerPasskey(tx, place, { accountId, familyId, name, response })
    if (added === undefined) throw invalid({ response: [m.passkey_refused()] })
    return { codes: await firstCodes(tx, accountId) }
  })
}

const own = (actor: Actor, id: number) => and(eq(passkey.id, id), eq(passkey.accountId, actor.id))

/** @throws AppError 404 */
export async function renameOwnPasskey(c: ApiContext, actor: Actor, { id, name }: { id: number; name: string }) {
  const renamed = await c
    .get('deps')
    .db.update(passkey)
    .set({ name })
    .where(own(actor, id))
    .returning({ id: passkey.id })
  if (renamed.length === 0) throw new AppError(404, m.error_rowMissing())
  return renamed.length
}

/** @throws AppError 404, 409 when a role asks for a factor and this was the last one */
export function removeOwnPasskey(c: ApiContext, actor: Actor, id: number): Promise<void> {
  return changing(c, actor, { factor: 'passkey', added: false }, async (tx) => {
    // Neither another passkey nor a linked sign-in goes at the same time.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, actor.id)).for('update')
    const gone = await tx.delete(passkey).where(own(actor, id)).returning({ id: passkey.id })
    if (gone.length === 0) throw new AppError(404, m.error_rowMissing())
    // Without password and provider, the passkeys are all that lets the owner in.
    if (!(await hasWayIn(tx, actor.id))) throw new AppError(409, m.passkey_lastWayIn())
    await assertStillHas(tx, actor)
    await dropLoneCodes(tx, actor.id)
  })
}
