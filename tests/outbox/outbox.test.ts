import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messageOut } from '#src/db/message.table.server.ts'
import { cancelWaiting, purgeOutbox, retryNow } from '#src/server/outbox/outbox-store.server.ts'
import { sendMessage } from '#src/server/outbox/send-message.server.ts'
import { secret } from '../support/deps.ts'
import { configure, outboxOf, startOutbox } from '../support/outbox.ts'
import { refusal, smtpServer } from '../support/smtp.ts'

test('a message leaves if and only if its write commits, and its code is readable nowhere afterwards', async () => {
  const { settings, arrived } = await smtpServer()
  const { db, outbox, put, read, lines } = await startOutbox({ mailMode: 'smtp', ...settings })
  await expect(
    db.transaction(async (tx) => {
      const message = { channel: 'mail', event: 'user_register', language: 'en', recipient: 'x@school.test' } as const
      await sendMessage(tx, secret, { ...message, values: { code: '111111' } })
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await outbox.round()).toBe(0)
  const id = await put()
  expect(JSON.stringify(await read(id))).not.toContain('481516')
  expect(await outbox.round()).toBe(1)
  expect(arrived.map(({ to }) => to)).toEqual([['wang@school.test']])
  expect(arrived[0]?.source).toContain('481516')
  const sent = await read(id)
  expect(sent).toMatchObject({ state: 'sent', attempts: 1, sealed: '', nextTime: null, worker: '' })
  expect(sent.answer).toMatch(/^250 /)
  expect(sent.tries).toMatchObject([{ result: 'Accepted' }])
  expect(sent.subject).toBe('Your code for a new password at Yardstick')
  expect(lines.join('')).not.toMatch(/481516|wang@school/)
  expect(await outbox.round()).toBe(0)
})

test('a server that refuses for now is asked again with growing pauses; the message keeps its id', async () => {
  let refused = 0
  const { settings, arrived } = await smtpServer({
    onRcptTo: (_address, _session, done) => (refused++ < 5 ? done(refusal(451, 'try later 481516')) : done()),
  })
  const { outbox, put, read, passTime, db } = await startOutbox({ mailMode: 'smtp', ...settings })
  const id = await put({ seconds: undefined })
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    await outbox.round()
    expect(await read(id)).toMatchObject({ state: 'waiting', attempts: attempt, answer: '451 try later ***' })
    const [row] = await db
      .select({ wait: sql<number>`extract(epoch from next_time - try_time)::float8` })
      .from(messageOut)
      .where(eq(messageOut.id, id))
    pauses.push(Math.floor((row?.wait ?? 0) / 10) * 10)
    // It is not due yet.
    expect(await outbox.round()).toBe(0)
    await passTime()
  }
  expect(pauses).toEqual([60, 300, 900, 3600, 21_600])
  await outbox.round()
  const { state, tries, messageId } = await read(id)
  expect({ state, tries: tries.length }).toEqual({ state: 'sent', tries: 6 })
  expect(arrived[0]?.source).toContain(`<${messageId}@school.test>`)
})

test('after six attempts it is given up; a person may start again, or cancel what waits', async () => {
  const { settings } = await smtpServer({ onMailFrom: (_a, _s, done) => done(refusal(421, 'busy')) })
  const { db, outbox, put, read, passTime } = await startOutbox({ mailMode: 'smtp', ...settings })
  const id = await put({ seconds: undefined })
  for (let attempt = 1; attempt <= 6; attempt++) {
    await outbox.round()
    await passTime()
  }
  expect(await read(id)).toMatchObject({ state: 'gaveUp', attempts: 6, nextTime: null })
  await retryNow(db, [id], undefined)
  await outbox.round()
  expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 1 })
  await cancelWaiting(db, [id], undefined)
  expect(await read(id)).toMatchObject({ state: 'cancelled', sealed: '' })
  await passTime()
  expect(await outbox.round()).toBe(0)
  await expect(retryNow(db, [id], undefined)).rejects.toMatchObject({ code: 409 })
  await expect(cancelWaiting(db, [id], undefined)).rejects.toMatchObject({ code: 409 })
})

test('a refusal for good ends at once, in the language of the message', async () => {
  const { settings } = await smtpServer({ onRcptTo: (_a, _s, done) => done(refusal(550, 'no such user')) })
  const { outbox, put, read } = await startOutbox({ mailMode: 'smtp', ...settings })
  const id = await put({ language: 'zh-cn' })
  await outbox.round()
  const { state, answer, tries, endTime } = await read(id)
  expect({ state, answer, endTime: endTime !== null }).toEqual({
    state: 'failed',
    answer: '550 no such user',
    endTime: true,
  })
  expect(tries[0]?.result).toContain('拒绝接收该邮件')
  // Who reads the log may speak another language than the receiver.
  expect(tries[0]?.translated).toContain('refuses the message')
})

test('each message is sent by one process, and one whose process has died by another', async () => {
  const { settings, arrived } = await smtpServer()
  const api = await startOutbox({ mailMode: 'smtp', ...settings })
  const ids = [await api.put(), await api.put(), await api.put(), await api.put(), await api.put(), await api.put()]
  const others = [outboxOf(api).outbox, outboxOf(api).outbox, outboxOf(api).outbox]
  const counts = await Promise.all([api.outbox, ...others].map((one) => one.round()))
  counts.push(await api.outbox.round())
  expect(counts.reduce((sum, count) => sum + count)).toBe(6)
  expect(arrived).toHaveLength(6)
  // A process took it and died: nobody else takes it until its time is over.
  const died = ids[0] ?? 0
  const dead = { state: 'sending', worker: 'dead', sealed: (await api.read(await api.put())).sealed } as const
  await api.db.update(messageOut).set({ state: 'sent' }).where(eq(messageOut.state, 'waiting'))
  await api.db
    .update(messageOut)
    .set({ ...dead, nextTime: sql`now() + interval '1 minute'` })
    .where(eq(messageOut.id, died))
  expect(await api.outbox.round()).toBe(0)
  await api.passTime('sending')
  expect(await api.outbox.round()).toBe(1)
  expect(await api.read(died)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('what a process is silent about is sent by another one, with the same id; coming back late, it changes nothing', async () => {
  const held = Promise.withResolvers<void>()
  const there = Promise.withResolvers<void>()
  let first = true
  const { settings } = await smtpServer({
    onMailFrom: (_a, _s, done) => {
      if (!first) return done()
      first = false
      there.resolve()
      held.promise.then(() => done(refusal(550, 'too late')))
    },
  })
  const api = await startOutbox({ mailMode: 'smtp', ...settings })
  const id = await api.put()
  const slow = api.outbox.round()
  await there.promise
  const before = await api.read(id)
  expect(before).toMatchObject({ state: 'sending', attempts: 1 })
  await api.passTime('sending')
  await outboxOf(api).outbox.round()
  held.resolve()
  await slow
  expect(await api.read(id)).toMatchObject({ state: 'sent', attempts: 2, messageId: before.messageId })
})

test('a code that is too old is not sent, and codes go before other messages', async () => {
  const { settings, arrived } = await smtpServer()
  const { db, outbox, put, read } = await startOutbox({ mailMode: 'smtp', ...settings, outboxPerMinute: 1 })
  const notice = { event: 'new_device', values: { name: 'Wang' }, seconds: undefined } as const
  const [slow, late] = [await put(notice), await put()]
  await db.update(messageOut).set({ expireTime: sql`now()` }).where(eq(messageOut.id, late))
  await outbox.round()
  expect(await read(late)).toMatchObject({ state: 'gaveUp', sealed: '' })
  expect((await read(late)).tries[0]?.result).toBe('Too late: its time was over before it could be sent')
  // One attempt in a minute.
  expect(await outbox.round()).toBe(0)
  await configure({ db }, { outboxPerMinute: 100 })
  await outbox.round()
  expect(await read(slow)).toMatchObject({ state: 'sent' })
  expect(arrived).toHaveLength(1)
})

test('without mail or text messages nothing is put in the outbox, and it says so', async () => {
  const { put, read, outbox, db } = await startOutbox({})
  await expect(put()).rejects.toMatchObject({ code: 503, message: expect.stringContaining('尚未配置邮件发送') })
  await expect(put({ channel: 'sms' })).rejects.toMatchObject({ message: expect.stringContaining('尚未配置短信发送') })
  // Switched off while a message waits: it waits on.
  await configure({ db }, { mailMode: 'file', smsMode: 'file' })
  const ids = [await put(), await put({ channel: 'sms' })]
  await configure({ db }, { mailMode: 'off', smsMode: 'off' })
  await outbox.round()
  const said = await Promise.all(ids.map(async (id) => (await read(id)).tries[0]?.result))
  expect(said).toEqual([
    'E-mail is not configured. An administrator can set it up in the configuration',
    'Text messages are not configured. An administrator can set them up in the configuration',
  ])
})

test('for trying, messages become files that only the product reads', async () => {
  const { folder, put, read, outbox } = await startOutbox({
    mailMode: 'file',
    smsMode: 'file',
    mailSender: 'yardstick@school.test',
  })
  const [mail, sms] = [await put(), await put({ channel: 'sms', recipient: '13800138000' })]
  await outbox.round()
  const names = (await readdir(folder)).toSorted()
  expect(names.map((name) => name.slice(-4)).toSorted()).toEqual(['.eml', '.txt'])
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect(await read(mail)).toMatchObject({ state: 'sent', tries: [{ result: 'Written to a file' }] })
  const text = await readFile(join(folder, (await read(sms)).answer), 'utf8')
  expect(text).toContain('13800138000')
  expect(text).toContain('481516')
  expect(await readFile(join(folder, (await read(mail)).answer), 'utf8')).toContain('To: wang@school.test')
})

test('another secret cannot read what waits', async () => {
  const api = await startOutbox({ mailMode: 'file' })
  const id = await api.put()
  await outboxOf(api, 'another secret of thirty-two characters').outbox.round()
  expect(await api.read(id)).toMatchObject({
    state: 'gaveUp',
    tries: [{ result: 'The content can no longer be read' }],
  })
})

test('a fault of the product is one more failed attempt', async () => {
  const { outbox, put, read, folder } = await startOutbox({ mailMode: 'file' })
  const id = await put()
  // A file stands where the directory should be.
  await writeFile(folder, '')
  await outbox.round()
  expect(await read(id)).toMatchObject({
    state: 'waiting',
    tries: [{ result: 'The attempt failed because of a fault of the product' }],
  })
})

test('old messages are removed, and waiting ones stay', async () => {
  const { db, outbox, put } = await startOutbox({ mailMode: 'file' })
  await put()
  await outbox.round()
  await put()
  await db.update(messageOut).set({ endTime: sql`now() - interval '91 days'` }).where(eq(messageOut.state, 'sent'))
  await purgeOutbox(db, 90)
  expect(await db.select({ state: messageOut.state }).from(messageOut)).toEqual([{ state: 'waiting' }])
})
