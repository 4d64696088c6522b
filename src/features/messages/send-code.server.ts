import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { demandCaptcha } from '#src/features/auth/captcha.server.ts'
import { personAt } from '#src/features/auth/confirmed-address.server.ts'
import { demandPerson } from '#src/features/auth/own-person.server.ts'
import { demandCenter, demandRegistration } from '#src/features/registration/open.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { MessageChannel, MessageEvent } from '#src/lib/message-kinds.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { limitViewer } from '#src/server/access/guards.server.ts'
import { networkOf } from '#src/server/address.server.ts'
import { CODE_MINUTES, newCode, plainAddress } from '#src/server/codes/code.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { demandChannel, sendMessage } from '#src/server/outbox/send-message.server.ts'
import { checkUse, takeUse, type UseLimit } from '#src/server/throttle/limited-use.server.ts'
import { throttleKey } from '#src/server/throttle/throttle.server.ts'

export type CodeExtras = { captcha_id?: string; captcha_info?: string; password?: string }

type Wish = { channel: MessageChannel; event: MessageEvent; address: string; extras: CodeExtras }

/** Who may get a code at an address, by what the code is for. */
const rules: { [K in MessageEvent]?: 'visitor' | 'known' | 'new' | 'own' } = {
  user_register: 'visitor',
  user_retrieve_pwd: 'known',
  user_change_email: 'new',
  user_change_mobile: 'new',
  user_email_verify: 'own',
  user_mobile_verify: 'own',
}

/** Milliseconds that every answer takes, so that it does not tell whether a code has left. */
const EVEN_MS = 250

/**
 * Sends a code, or only seems to: whether there is an account with the address is never told.
 * @throws AppError 400 for the captcha, 401 without the sign-in that the event needs, 422, 429, 503
 */
export async function sendCode(c: ApiContext, actor: Actor | undefined, wish: Wish): Promise<true> {
  const { db, secret } = c.get('deps')
  const { channel, event, extras } = wish
  const address = plainAddress(channel, wish.address)
  const rule = rules[event]
  const owner = rule === 'new' || rule === 'own' ? actor : undefined
  if ((rule === 'new' || rule === 'own') && !owner) throw new AppError(401)
  limitViewer('POST', actor)
  if (rule === 'visitor') await demandRegistration(db)
  else if (rule === 'known') await demandCenter(db)
  await demandChannel(db, channel)
  const limits = limitsOf(channel, event, address, actor, c.get('address'))
  // The limits come first: a captcha is not used up for a request that is refused anyway.
  await checkUse(db, limits)
  // So does a wrong password, and the question for a fresh proof, after which the same request comes again.
  if (owner && rule === 'own') await demandOwner(c, owner, wish, address)
  const { captcha_id: id, captcha_info: info = '' } = extras
  await demandCaptcha(db, channel === 'mail' ? 'ems' : 'sms', id ? { id, info } : undefined, c.get('address'))
  const even = pause(EVEN_MS)
  await db.transaction(async (tx) => {
    await takeUse(tx, limits)
    const about = { purpose: event, channel, address, accountId: owner?.id }
    // Also without a message: a code that nobody knows is as good as none, and takes as long.
    const code = await newCode(tx, secret, about)
    const letter = await letterOf(tx, { channel, event, address, code, owner })
    if (!letter) return
    await sendMessage(tx, secret, {
      channel,
      language: getLocale(),
      // The part before the @ may depend on capitals.
      recipient: channel === 'sms' ? address : wish.address.trim(),
      ...letter,
      authorId: actor?.id,
      seconds: CODE_MINUTES * 60,
    })
  })
  await even
  return true
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

function limitsOf(
  channel: MessageChannel,
  event: MessageEvent,
  address: string,
  actor: Actor | undefined,
  ip: string,
): UseLimit[] {
  // A visitor has no account. The same number for the address says nothing about whether it has one.
  const who = actor ? ['account', String(actor.id)] : ['visitor', channel, address]
  return [
    { key: throttleKey('code-event', channel, event, address), most: 1, seconds: MINUTE },
    { key: throttleKey('code-address', channel, address), most: 5, seconds: HOUR },
    { key: throttleKey('code-who', ...who), most: 10, seconds: DAY },
    { key: throttleKey('code-network', networkOf(ip)), most: 20, seconds: HOUR },
  ]
}

/** @throws AppError 422 unless the address and the password are those of the signed-in account */
async function demandOwner(c: ApiContext, actor: Actor, { channel, extras }: Wish, address: string): Promise<void> {
  const { db } = c.get('deps')
  const [own] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, actor.id), hasAddress(channel, address)))
  if (!own) throw invalid({ [channel === 'mail' ? 'email' : 'mobile']: [m.code_notYours()] })
  await demandPerson(c, actor, extras.password, 'extras.password')
}

type Addressed = {
  channel: MessageChannel
  event: MessageEvent
  address: string
  code: string
  owner?: Actor | undefined
}

/**
 * What is sent to an address; undefined when nothing may leave. It always asks the same of the database, and only what
 * arrives tells whether there is an account: who has another one already reads so. An address that somebody has without
 * a confirmation keeps nobody from using it.
 */
async function letterOf(db: Db, { channel, event, address, code, owner }: Addressed) {
  const rule = rules[event]
  const person = await personAt(db, owner?.side ?? 'user', channel, address)
  const values = { code, minutes: String(CODE_MINUTES) }
  if (rule === 'visitor' && person)
    return { event: 'user_register_known' as const, values: { name: person.username }, accountId: person.id }
  if (rule === 'new' && person && person.id !== owner?.id)
    return { event: 'user_change_known' as const, values: { name: person.username }, accountId: person.id }
  if (rule === 'known' && person?.status !== 1) return undefined
  return { event, values, accountId: owner?.id ?? person?.id ?? null }
}

function hasAddress(channel: MessageChannel, address: string): SQL | undefined {
  return channel === 'mail'
    ? and(ne(account.email, ''), eq(sql`lower(${account.email})`, address))
    : and(ne(account.phone, ''), eq(account.phone, address))
}
