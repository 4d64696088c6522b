import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { messageCode, messageOut } from '#src/db/message.table.server.ts'
import { newCode } from '#src/server/codes/code.server.ts'
import { ADMIN_PASSWORD, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { configure, outboxOf } from '../support/outbox.ts'
import { smtpServer } from '../support/smtp.ts'

const sides = [
  ['admin', '/adminApi', ADMIN_PASSWORD],
  ['user', '/api', MEMBER_PASSWORD],
] as const

/** Starts the API with mail and text messages, and somebody who is signed in. */
async function start(side: 'admin' | 'user' = 'admin') {
  const smtp = await smtpServer()
  const api = await startApi()
  await configure(api, { mailMode: 'smtp', smsMode: 'file', ...smtp.settings })
  const call = await api.signIn(side)
  const base = side === 'admin' ? '/adminApi' : '/api'
  const info = (await call('GET', `${base}/user/info`)).data as { userId: number; email: string; phone: string }
  const codeFor = (channel: 'mail' | 'sms', address: string, accountId = info.userId) =>
    api.db.transaction((tx) => {
      const purpose = channel === 'mail' ? 'user_change_email' : 'user_change_mobile'
      return newCode(tx, secret, { purpose, channel, address, accountId })
    })
  return { ...api, ...smtp, call, base, id: info.userId, codeFor, outbox: outboxOf(api).outbox }
}

test.each(sides)(
  '%s: a mobile number, the present address and a new one need the password and a code',
  async (side, base, password) => {
    const { call, codeFor, db, id, outbox, arrived } = await start(side)
    // A new mobile number.
    {
      const code = await codeFor('sms', '13900139000')
      expect(await call('POST', `${base}/user/mobile`, { mobile: '13900139000', code, password })).toMatchObject({
        code: 200,
        data: { phone: '13900139000' },
      })
      // There was no old one to tell.
      expect(await db.select().from(messageOut)).toEqual([])
    }
    // The present address is confirmed in the same way, and nobody else is told.
    {
      await db.update(account).set({ email: 'Own@school.test' }).where(eq(account.id, id))
      const confirmed = async () => (await call('GET', `${base}/user/info`)).data
      expect(await confirmed()).toMatchObject({ emailConfirmed: false })
      const code = await codeFor('mail', 'own@school.test')
      expect(await call('POST', `${base}/user/email`, { email: 'Own@school.test', code, password })).toMatchObject({
        code: 200,
      })
      expect(await confirmed()).toMatchObject({ email: 'Own@school.test', emailConfirmed: true })
      expect(await db.select().from(messageOut)).toEqual([])
    }
    // A new e-mail address: the old one is told.
    {
      await db.update(account).set({ email: 'old@school.test' }).where(eq(account.id, id))
      const code = await codeFor('mail', 'new@school.test')
      const body = { email: 'new@school.test', code, password }
      expect(await call('POST', `${base}/user/email`, body)).toMatchObject({
        code: 200,
        data: { email: 'new@school.test', version: expect.any(Number) },
      })
      expect((await call('GET', `${base}/user/info`)).data).toMatchObject({ email: 'new@school.test' })
      await outbox.round()
      expect(arrived.map(({ to }) => to)).toEqual([['old@school.test']])
      expect(await db.select({ event: messageOut.event, state: messageOut.state }).from(messageOut)).toEqual([
        { event: 'address_changed', state: 'sent' },
      ])
      // The code is used up.
      expect(await call('POST', `${base}/user/email`, body)).toMatchObject({ status: 422 })
    }
  },
)

test('what is given is checked at its field, a repeat is answered once, guesses count, and a number is one however written', async () => {
  const made = await start()
  // Wrong passwords and codes are refused at their field, and change nothing.
  {
    const { call, codeFor, id } = made
    const code = await codeFor('mail', 'new@school.test')
    const change = (more: object) =>
      call('POST', '/adminApi/user/email', { email: 'new@school.test', code, password: ADMIN_PASSWORD, ...more })
    expect(await change({ password: 'Not-this-one1' })).toMatchObject({
      status: 422,
      data: { errors: { password: ['This is not your current password'] } },
    })
    const wrong = { status: 422, data: { errors: { code: [expect.any(String)] } } }
    expect(await change({ code: code === '000000' ? '000001' : '000000' })).toMatchObject(wrong)
    // A code for one address is none for another, nor for another account.
    expect(await change({ email: 'other@school.test' })).toMatchObject(wrong)
    const foreign = await codeFor('mail', 'third@school.test', id + 1)
    expect(await change({ email: 'third@school.test', code: foreign })).toMatchObject(wrong)
    for (const [more, field] of [
      [{ email: 'no address' }, 'email'],
      [{ email: '' }, 'email'],
      [{ code: '12' }, 'code'],
      [{ password: '' }, 'password'],
    ] as const)
      expect(await change(more)).toMatchObject({ status: 422, data: { errors: { [field]: [expect.any(String)] } } })
    expect((await call('GET', '/adminApi/user/info')).data).toMatchObject({ email: '' })
    // After all of these, the right one still works.
    expect(await change({})).toMatchObject({ code: 200 })
  }
  // A repeat with the same key is answered once, and changes nothing again.
  {
    await made.db.delete(messageCode)
    const { call, codeFor } = made
    const body = { email: 'new@school.test', code: await codeFor('mail', 'new@school.test'), password: ADMIN_PASSWORD }
    const key = { 'idempotency-key': 'contact-key-1' }
    const first = await call('POST', '/adminApi/user/email', body, key)
    expect(first).toMatchObject({ code: 200 })
    expect(await call('POST', '/adminApi/user/email', body, key)).toMatchObject({ code: 200, data: first.data })
  }
  // A number is one number, however it is written when the code is asked for and when it is given.
  {
    await made.db.delete(messageCode)
    const { call, codeFor } = made
    const spellings = ['138 0013 8000', '+86 13800138000', '138-0013-8000', '13800138000']
    for (const [at, spelling] of spellings.entries()) {
      const code = await codeFor('sms', spelling)
      const mobile = spellings[(at + 1) % spellings.length]
      const spaced = ` ${code.slice(0, 3)} ${code.slice(3)}`
      expect(
        await call('POST', '/adminApi/user/mobile', { mobile, code: spaced, password: ADMIN_PASSWORD }),
      ).toMatchObject({ code: 200, data: { phone: '13800138000' } })
    }
  }
  // Twenty guesses at once count as twenty tries.
  {
    await made.db.delete(messageCode)
    const { call, codeFor, db } = made
    const code = await codeFor('mail', 'new@school.test')
    const guess = (given: string) =>
      call('POST', '/adminApi/user/email', { email: 'new@school.test', code: given, password: ADMIN_PASSWORD })
    const wrong = Array.from({ length: 20 }, (_, at) => String((Number(code) + at + 1) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(wrong.map(guess))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 422))
    expect(await db.select({ tries: messageCode.tries }).from(messageCode)).toEqual([{ tries: 5 }])
    expect(await guess(code)).toMatchObject({ status: 422, data: { errors: { code: [expect.any(String)] } } })
  }
})
