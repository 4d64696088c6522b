import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { readAllowedHosts } from '#src/lib/allowed-hosts.ts'
import { newestSeal } from '#src/server/admin-log/seal-log.server.ts'
import { sendSeals } from '#src/server/admin-log/send-seal.server.ts'
import { outgoingClient } from '#src/server/outgoing/outgoing-client.server.ts'
import { seal } from '#src/server/seal.server.ts'
import { startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { writeLog } from '../support/log-row.ts'
import { configure, outboxOf } from '../support/outbox.ts'
import { listen } from '../support/outgoing.ts'
import { smtpServer } from '../support/smtp.ts'

/** A log with one row, and what sends its seals. */
async function start() {
  const api = await startApi()
  await writeLog(api, { username: 'someone' })
  const ask = outgoingClient({ allowed: readAllowedHosts('127.0.0.1,localhost') ?? [], log: { info() {}, warn() {} } })
  const run = () => sendSeals({ db: api.db, log: { info() {}, warn() {} }, secret, ask })
  const call = await api.signIn()
  const sends = async () => {
    const answer = await call('GET', '/adminApi/admin-log/seals')
    return (answer.data as { sends: { way: string; recipient: string; number: number; failure: string }[] }).sends
  }
  /** Lets so much time pass for what was sent. */
  const later = (time: string) =>
    api.db.execute(sql`update admin_log_send set create_time = create_time - ${time}::interval`)
  return { ...api, run, sends, later }
}

test('nothing is sent unless the configuration says so', async () => {
  const { run, sends } = await start()
  expect(await run()).toBe(0)
  expect(await sends()).toEqual([])
})

test('the newest seal goes by e-mail to a real server, once a day', async () => {
  const api = await start()
  const { settings, arrived } = await smtpServer()
  const addresses = 'auditor@bureau.test\nsecond@bureau.test'
  await configure(api, { ...settings, mailMode: 'smtp', sealSend: 'daily', sealMails: addresses })
  // The second recipient has an account, whose language is English.
  await api.db.execute(sql`update account set email = 'Second@bureau.test' where username = 'admin'`)
  await api.db.execute(sql`insert into account_preference (account_id, language) select id, 'en' from account where username = 'admin'
    on conflict (account_id) do update set language = 'en'`)
  expect(await api.run()).toBe(2)
  expect(await api.run()).toBe(0)
  const { outbox } = outboxOf(api)
  await outbox.round()
  const newest = await newestSeal(api.db)
  expect(arrived.map(({ to }) => to[0]).sort()).toEqual(['auditor@bureau.test', 'second@bureau.test'])
  expect(await api.sends()).toMatchObject([
    { way: 'mail', number: newest?.number, failure: '' },
    { way: 'mail', number: newest?.number, failure: '' },
  ])
  const { rows } = await api.db.execute<{ subject: string }>(sql`select subject from message_out order by recipient`)
  expect(rows.map(({ subject }) => subject)).toEqual([
    `管理日志封存 ${newest?.number}`,
    m.letter_logSealSubject({ title: String(newest?.number) }, { locale: 'en' }),
  ])
  expect(arrived[0]?.source.replaceAll('=\r\n', '')).toContain(newest?.hash)
  await api.later('1 day')
  expect(await api.run()).toBe(2)
})

test('the newest seal goes to a webhook, signed, once a week', async () => {
  const api = await start()
  const got: { body: string; signature: unknown }[] = []
  const port = await listen((request, response) => {
    void text(request).then((body) => {
      got.push({ body, signature: request.headers['x-signature'] })
      response.end('thanks')
    })
  })
  await configure(api, { sealSend: 'weekly', sealUrl: `http://127.0.0.1:${port}/hook?key=hidden` })
  await configure(api, { sealSecret: seal(secret, 'sealSecret', 'shared') })
  expect(await api.run()).toBe(1)
  const newest = await newestSeal(api.db)
  const [first] = got
  expect(JSON.parse(first?.body ?? '{}')).toMatchObject({ ...newest, site: '量尺测评' })
  expect(first?.signature).toBe(
    `sha256=${createHmac('sha256', 'shared')
      .update(first?.body ?? '')
      .digest('hex')}`,
  )
  const [sent] = await api.sends()
  expect(sent).toMatchObject({ way: 'webhook', failure: '' })
  expect(sent?.recipient).toContain('/hook')
  await api.later('6 days')
  expect(await api.run()).toBe(0)
  await api.later('1 day')
  expect(await api.run()).toBe(1)
})

test('a failure is seen, and tried again after ten minutes', async () => {
  const api = await start()
  let status = 500
  const port = await listen((_request, response) => response.writeHead(status).end('no room'))
  await configure(api, { sealSend: 'daily', sealUrl: `http://127.0.0.1:${port}/` })
  expect(await api.run()).toBe(1)
  expect((await api.sends())[0]?.failure).toContain('500')
  expect((await api.sends())[0]?.failure).toContain('no room')
  expect(await api.run()).toBe(0)
  await api.later('11 minutes')
  status = 204
  expect(await api.run()).toBe(1)
  expect((await api.sends())[0]).toMatchObject({ failure: '' })
})

test('without a mail server, the failure says so', async () => {
  const api = await start()
  await configure(api, { sealSend: 'daily', sealMails: 'auditor@bureau.test' })
  expect(await api.run()).toBe(1)
  expect((await api.sends())[0]?.failure).toBe(m.outbox_mailOff())
})

test('a send that was broken off counts as failed', async () => {
  const api = await start()
  let answer: (() => void) | undefined
  const port = await listen((_request, response) => {
    answer = () => response.end()
  })
  await configure(api, { sealSend: 'daily', sealUrl: `http://127.0.0.1:${port}/` })
  const running = api.run()
  await expect.poll(async () => (await api.sends())[0]?.failure).toBe(m.adminLog_sendLost())
  await expect.poll(() => answer).toBeDefined()
  answer?.()
  await running
  expect((await api.sends())[0]?.failure).toBe('')
})

test('a seal that was sent while the clock was set forward does not hold up the next', async () => {
  const api = await start()
  const { settings } = await smtpServer()
  await configure(api, { ...settings, mailMode: 'smtp', sealSend: 'daily', sealMails: 'auditor@bureau.test' })
  expect(await api.run()).toBe(1)
  await api.later('-1 year')
  expect(await api.run()).toBe(1)
  expect(await api.run()).toBe(0)
})
