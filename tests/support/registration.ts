import { eq } from 'drizzle-orm'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { throttleUse } from '#src/db/message.table.server.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Config } from '#src/server/config.server.ts'
import { startGuarded } from './guard.ts'
import { configure, outboxOf } from './outbox.ts'
import { smtpServer } from './smtp.ts'

type Way = { email: string } | { mobile: string }
type By = { address?: string; language?: 'en' | 'zh-CN' }

const PASSWORD = 'Quiet-river-12'

/** Starts the API with open registration, a real mail server, and text messages that go to files. */
export async function startRegistration(settings: Partial<Config> = {}) {
  const smtp = await smtpServer()
  const api = await startGuarded()
  await configure(api, { registration: true, mailMode: 'smtp', smsMode: 'file', ...smtp.settings, ...settings })
  const { outbox, folder } = outboxOf(api)
  const send = async (event: 'user_register' | 'user_retrieve_pwd', way: Way, by: By = {}) => {
    const mail = 'email' in way
    const { id, info } = await api.solved(mail ? 'ems' : 'sms', by.address)
    const extras = { captcha_id: id, captcha_info: info }
    return mail
      ? api.call('POST', '/api/Ems/send', { ...way, event, extras }, by)
      : api.call('POST', '/api/Sms/send', { ...way, template_code: event, extras }, by)
  }
  /** Everything that has arrived by mail since the last look, as text. */
  const letters = async () => {
    await outbox.round()
    return smtp.arrived.splice(0).map(({ to, source }) => ({ to: to[0] ?? '', text: plain(source) }))
  }
  /** Asks for a code and reads it from the mail that arrives. */
  const mailedCode = async (event: 'user_register' | 'user_retrieve_pwd', email: string, by: By = {}) => {
    const answer = await send(event, { email }, by)
    if (answer.code !== 200) throw new Error(answer.msg)
    // Notices of the same account may arrive with it.
    const [code] = (await letters()).flatMap(({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? [])
    return code ?? ''
  }
  /** Gives the member of the start an address, confirmed or not. */
  const haveAddress = async (
    channel: MessageChannel,
    address: string,
    { username = 'member', confirmed = true }: { username?: string; confirmed?: boolean } = {},
  ) => {
    const [changed] = await api.db
      .update(account)
      .set(channel === 'mail' ? { email: address } : { phone: address })
      .where(eq(account.username, username))
      .returning({ id: account.id })
    if (changed && confirmed) await api.db.insert(confirmedAddress).values({ accountId: changed.id, channel, address })
    return changed?.id ?? 0
  }
  return {
    ...api,
    outbox,
    folder,
    send,
    letters,
    mailedCode,
    haveAddress,
    register: (body: object, by: By = {}) =>
      api.call('POST', '/api/user/register', { username: 'newcomer', password: PASSWORD, ...body }, by),
    retrieve: (body: object, by: By = {}) =>
      api.call('POST', '/api/user/retrieve', { password: 'Silver-lamp-34', ...body }, by),
    /** Every limit of sending is free again. */
    forgetSent: () => api.db.delete(throttleUse),
    tryIn: (username: string, password = PASSWORD, address?: string) =>
      api.signInTry({ side: 'user', username, password, ...(address === undefined ? {} : { address }) }),
  }
}

/** The plain text of a mail, which is its first part: boundaries and the HTML part are full of digits of their own. */
export function plain(source: string): string {
  const [, headers = '', body = ''] =
    /(Content-Type: text\/plain[\s\S]*?)\r\n\r\n([\s\S]*?)(?=\r\n--|$)/.exec(source) ?? []
  return headers.includes('base64') ? Buffer.from(body, 'base64').toString() : body.replace(/=\r?\n/g, '')
}
