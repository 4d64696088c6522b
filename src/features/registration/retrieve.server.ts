import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { addHash, replaceHash } from '#src/features/auth/account.server.ts'
import { type ConfirmedPerson, memberAt } from '#src/features/auth/confirmed-address.server.ts'
import { endOtherSessions } from '#src/features/auth/sessions.server.ts'
import { signInCounters } from '#src/features/auth/sign-in-counters.server.ts'
import { guardAddress } from '#src/features/auth/sign-in-guard.server.ts'
import { signInPolicy } from '#src/features/auth/sign-in-policy.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { formatInstant } from '#src/lib/date.ts'
import { hashPassword } from '#src/server/access/password.server.ts'
import { passwordErrors } from '#src/server/access/password-policy.server.ts'
import { takeCode } from '#src/server/codes/code.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { isChannelOn, sendMessage } from '#src/server/outbox/send-message.server.ts'
import { succeedAttempt } from '#src/server/throttle/throttle.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { demandCenter } from './open.server.ts'
import { type Retrieval, reachedAt } from './registration.schema.ts'

/** No sign-in has this number, so all end. */
const NONE = 0

/**
 * Sets the forgotten password of the member who has confirmed an address, with a code that was sent there. All sign-ins
 * of the account end; its second factors stay. For an address that leads nowhere, every code is wrong.
 * @throws AppError 403 while the member center is closed, 422, 429
 */
export async function retrievePassword(c: ApiContext, given: Retrieval): Promise<void> {
  const { db } = c.get('deps')
  const { channel, address } = reachedAt(given)
  await demandCenter(db)
  // What depends on the account is only told after the code.
  const errors = await passwordErrors(db, given.password, { names: [address] })
  if (errors.length > 0) throw invalid({ password: errors })
  const hash = await hashPassword(given.password)
  const person = await memberAt(db, channel, address)
  const done = await guardAddress(db, c.get('address'), () => replaceForgotten(c, given, person, hash))
  if (!done || !person) throw invalid({ code: [m.code_wrong()] })
  // Who has tried to remember the password need not wait any more.
  const policy = await signInPolicy(db, 'user')
  await succeedAttempt(db, signInCounters(policy, 'user', person.username, c.get('address')).own, [])
}

/** @returns undefined for a wrong code */
async function replaceForgotten(
  c: ApiContext,
  given: Retrieval,
  person: ConfirmedPerson | undefined,
  hash: string,
): Promise<true | undefined> {
  const { db, vitalDb, secret } = c.get('deps')
  const { password, code } = given
  const { channel, address } = reachedAt(given)
  const author = { ...authorOf(c), id: person?.id ?? null, name: person?.username ?? '' }
  return guardedWrite(db, author, 'save', async (tx) => {
    const proof = await takeCode(tx, { vitalDb, secret }, { purpose: 'user_retrieve_pwd', channel, address, code })
    if (proof !== 'used' || !person) return undefined
    const [{ status, email } = { status: 0, email: '' }] = await tx
      .select({ status: account.status, email: account.email })
      .from(account)
      .where(eq(account.id, person.id))
      .for('update')
    // Locked, or the address was taken away, since the code has left.
    if (status !== 1 || (await memberAt(tx, channel, address))?.id !== person.id) return undefined
    const errors = await passwordErrors(tx, password, { id: person.id })
    if (errors.length > 0) throw invalid({ password: errors })
    if (!(await replaceHash(tx, person.id, hash))) await addHash(tx, person.id, hash)
    await endOtherSessions(tx, person.id, NONE)
    await tellOwner(c, tx, person, email)
    return true
  })
}

async function tellOwner(c: ApiContext, tx: Db, { id, username, nickname }: ConfirmedPerson, email: string) {
  if (email === '' || !(await isChannelOn(tx, 'mail'))) return
  const { timeZone } = await readConfig(tx, ['timeZone'])
  await sendMessage(tx, c.get('deps').secret, {
    channel: 'mail',
    event: 'password_retrieved',
    language: getLocale(),
    recipient: email,
    values: {
      name: nickname || username,
      time: formatInstant(new Date().toISOString(), timeZone),
      address: c.get('address'),
    },
    accountId: id,
    authorId: id,
  })
}
