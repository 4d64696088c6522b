import { eq } from 'drizzle-orm'
import { account } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { formatInstant } from '#src/lib/date.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { checkCode } from '#src/server/codes/code.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { isChannelOn, sendMessage } from '#src/server/outbox/send-message.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import { fittingHash, hasPassword } from './account.server.ts'
import { noteConfirmed } from './confirmed-address.server.ts'
import { guardPassword } from './sign-in-guard.server.ts'

/** What a user of either side changes: the e-mail address, or the mobile number. */
export type ContactChange = { channel: MessageChannel; address: string; code: string; password?: string | undefined }

const events = { mail: 'user_change_email', sms: 'user_change_mobile' } as const

/**
 * Changes the user's own e-mail address or mobile number: with the current password, and with the code that was sent
 * to the new address. Whoever has no password needs a fresh proof in its place. The old address gets a notice, if it
 * can be reached.
 * @throws AppError 422 for a wrong password or code, 429 after too many wrong passwords
 */
export async function changeContact(c: ApiContext, actor: Actor, { channel, address, code, password }: ContactChange) {
  const { db, vitalDb, secret } = c.get('deps')
  // What is stored of a request for repeats must not help to guess a password, so it has none in it.
  const request = requestOf(c, {})
  if (!(await hasPassword(db, actor.id))) await assertProven(db, authorOf(c))
  else if (password === undefined) throw invalid({ password: [m.rule_required()] })
  else {
    const known = await guardPassword(db, actor, c.get('address'), () => fittingHash(db, actor.id, password))
    if (known === undefined) throw invalid({ password: [m.password_wrong()] })
  }
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
