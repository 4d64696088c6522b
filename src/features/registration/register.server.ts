import { account, credential, memberProfile } from '#src/db/identity.table.server.ts'
import { completeSignIn } from '#src/features/auth/complete-sign-in.server.ts'
import { noteConfirmed } from '#src/features/auth/confirmed-address.server.ts'
import { guardAddress } from '#src/features/auth/sign-in-guard.server.ts'
import { signInLife } from '#src/features/auth/sign-in-life.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { maskedMobile } from '#src/lib/masked-mobile.ts'
import { hashPassword } from '#src/server/access/password.server.ts'
import { passwordErrors } from '#src/server/access/password-policy.server.ts'
import type { IssuedTokens } from '#src/server/access/token-secrets.server.ts'
import { takeCode } from '#src/server/codes/code.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { demandAgreement, noteAgreement } from './agreement.server.ts'
import { demandRegistration } from './open.server.ts'
import { type Registration, reachedAt } from './registration.schema.ts'

/**
 * Makes the account of a visitor who has got a code at an address, and signs them in. Whether a name or an address is
 * taken is only told to whoever has the code. Everything is taken back with a refusal, so the code still works.
 * @throws AppError 403 while nobody may register, 422 at the field, 429 after too many wrong codes from one address
 */
export async function register(c: ApiContext, wanted: Registration): Promise<IssuedTokens> {
  const { db, settings } = c.get('deps')
  const { username, password, agreed, keep } = wanted
  await demandRegistration(db)
  const versions = await demandAgreement(db, agreed)
  const errors = await passwordErrors(db, password, { names: [username, reachedAt(wanted).address] })
  if (errors.length > 0) throw invalid({ password: errors })
  // Before the transaction, which would hold its connection for so long.
  const hash = await hashPassword(password)
  const accountId = await guardAddress(db, c.get('address'), () => createMember(c, wanted, { hash, versions }))
  if (accountId === undefined) throw invalid({ code: [m.code_wrong()] })
  const tokens = await completeSignIn(c, await signInLife(db, settings), { accountId, side: 'user', keep })
  if (!tokens) throw new AppError(400, m.error_signInFailed())
  return tokens
}

type Proven = { hash: string; versions: readonly number[] }

/** @returns undefined for a wrong code */
async function createMember(c: ApiContext, wanted: Registration, { hash, versions }: Proven) {
  const { db, vitalDb, secret } = c.get('deps')
  const { username, code } = wanted
  const { channel, address, field } = reachedAt(wanted)
  const author = { ...authorOf(c), id: null, name: username }
  return guardedWrite(db, author, 'save', async (tx) => {
    const proof = await takeCode(tx, { vitalDb, secret }, { purpose: 'user_register', channel, address, code })
    if (proof === 'wrong') return undefined
    // The same person was faster in another window.
    if (proof === 'late') throw invalid({ [field]: [m.code_confirmedElsewhere()] })
    const reach = channel === 'mail' ? { email: address } : { phone: address }
    const [added] = await tx
      .insert(account)
      .values({ kind: 'user', username, nickname: maskedMobile(username), ...reach })
      .onConflictDoNothing()
      .returning({ id: account.id })
    if (!added) throw invalid({ username: [m.register_nameTaken()] })
    await tx.insert(credential).values({ accountId: added.id, passwordHash: hash })
    await tx.insert(memberProfile).values({ accountId: added.id })
    await noteConfirmed(tx, added.id, channel, address)
    await noteAgreement(tx, added.id, versions)
    return added.id
  })
}
