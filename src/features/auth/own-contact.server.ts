import { eq } from 'drizzle-orm'
import { account } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { formatInstant } from '#src/lib/date.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type CodePurpose, checkCode, newProof, takeCode } from '#src/server/codes/code.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { isChannelOn, sendMessage } from '#src/server/outbox/send-message.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import { confirmedOf, noteConfirmed } from './confirmed-address.server.ts'
import { demandPerson } from './own-person.server.ts'

/** What a user of either side changes: the e-mail address, or the mobile number. */
export type ContactChange = {
  channel: MessageChannel
  address: string
  code: string
  password?: string | undefined
  /** What `proveAddress` has answered. */
  proof?: string | undefined
}

const events = { mail: 'user_change_email', sms: 'user_change_mobile' } as const
const ownEvents = { mail: 'user_email_verify', sms: 'user_mobile_verify' } as const

/**
 * Changes the user's own e-mail address or mobile number: with the current password, and with the code that was sent
 * to the new address. Whoever has no password needs a fresh proof in its place. The confirmed address of a member is
 * only given up for the proof that it is still the member's, which stands in place of the password. The old address
 * gets a notice, if it can be reached.
 * @throws AppError 422 for a wrong password, code or proof, 429 after too many wrong passwords
 */
export async function changeContact(c: ApiContext, actor: Actor, change: ContactChange) {
  const { db, vitalDb, secret } = c.get('deps')
  const { channel, address, code, password, proof } = change
  // What is stored of a request for repeats must not help to guess a password, so it has none in it.
  const request = requestOf(c, {})
  if (proof === undefined) await demandPerson(c, actor, password)
  const { timeZone } = await readConfig(db, ['timeZone'])
  return guardedWrite(db, authorOf(c), 'save', (tx) =>
    once(tx, request, async () => {
      await checkCode(
        tx,
        { vitalDb, secret },
        { purpose: events[channel], channel, address, accountId: actor.id, code },
      )
      const [old] = await tx
        .select({ email: account.email, phone: account.phone, nickname: account.nickname, username: account.username })
        .from(account)
        .where(eq(account.id, actor.id))
        .for('update')
      if (!old) throw new AppError(401)
      // While the account is locked, nobody confirms or changes its address.
      const bound = actor.side === 'user' ? await confirmedOf(tx, actor.id, channel) : undefined
      if (bound !== undefined || proof !== undefined) {
        const about = keptBy(actor, channel, bound ?? '')
        const given = { ...about, code: proof ?? '' }
        if ((await takeCode(tx, { vitalDb, secret }, given)) !== 'used')
          throw invalid({ proof: [m.contact_proveOld()] })
      }
      const [saved] = await tx
        .update(account)
        .set(channel === 'mail' ? { email: address } : { phone: address })
        .where(eq(account.id, actor.id))
        .returning({ version: account.version, email: account.email, phone: account.phone })
      await noteConfirmed(tx, actor.id, channel, address)
      const former = channel === 'mail' ? old.email : old.phone
      if (former !== '' && former !== address && (await isChannelOn(tx, channel)))
        await sendMessage(tx, secret, {
          channel,
          event: 'address_changed',
          language: getLocale(),
          recipient: former,
          values: {
            name: old.nickname || old.username,
            time: formatInstant(new Date().toISOString(), timeZone),
            address: c.get('address'),
          },
          accountId: actor.id,
          authorId: actor.id,
        })
      return saved ?? { version: 0, email: '', phone: '' }
    }),
  )
}

/**
 * Proves that the confirmed address is still the member's: with the current password, or a fresh proof in its place,
 * and with the code that was sent there. What it answers is good for one change of this kind, in this sign-in, within
 * ten minutes.
 * @throws AppError 422 for a wrong password or code, 429 after too many wrong passwords
 */
export async function proveAddress(
  c: ApiContext,
  actor: Actor,
  { channel, code, password }: { channel: MessageChannel; code: string; password?: string | undefined },
): Promise<{ proof: string }> {
  const { db, vitalDb, secret } = c.get('deps')
  await demandPerson(c, actor, password)
  return db.transaction(async (tx) => {
    const address = (await confirmedOf(tx, actor.id, channel)) ?? ''
    const sent = { purpose: ownEvents[channel], channel, address, accountId: actor.id, code }
    await checkCode(tx, { vitalDb, secret }, sent)
    return { proof: await newProof(tx, secret, keptBy(actor, channel, address)) }
  })
}

const keptBy = ({ id, familyId }: Actor, channel: MessageChannel, address: string): CodePurpose => ({
  purpose: 'address_kept',
  channel,
  address,
  accountId: id,
  familyId,
})
