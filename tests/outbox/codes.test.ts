import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { messageCode, messageOut, throttleUse } from '#src/db/message.table.server.ts'
import { type CodePurpose, checkCode, newCode } from '#src/server/codes/code.server.ts'
import { type Caller, MEMBER_PASSWORD, startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { guardedCalls, startGuarded } from '../support/guard.ts'
import { configure, outboxOf } from '../support/outbox.ts'
import { smtpServer } from '../support/smtp.ts'

const KNOWN = 'member@school.test'
const about: CodePurpose = { purpose: 'user_register', channel: 'mail', address: 'new@school.test' }

type Wish = { email?: string; event?: string; address?: string; password?: string; language?: 'en' | 'zh-CN' }

/** Starts the API with mail, and a member whose address is known. */
async function start() {
  const smtp = await smtpServer()
  const api = await startGuarded()
  await configure(api, { registration: true, mailMode: 'smtp', smsMode: 'file', ...smtp.settings })
  const [member] = await api.db
    .update(account)
    .set({ email: 'Member@School.test', phone: '13800138000' })
    .where(eq(account.username, 'member'))
    .returning({ accountId: account.id })
  const { accountId } = member ?? { accountId: 0 }
  await api.db.insert(confirmedAddress).values([
    { accountId, channel: 'mail', address: 'Member@School.test' },
    { accountId, channel: 'sms', address: '13800138000' },
  ])
  const { outbox } = outboxOf(api)
  const extras = async (purpose: string, password?: string) => {
    const { id, info } = await api.solved(purpose)
    return { captcha_id: id, captcha_info: info, ...(password === undefined ? {} : { password }) }
  }
  /** Asks for a code as a visitor, or as somebody who is signed in. */
  const ask = async (
    { email = KNOWN, event = 'user_retrieve_pwd', address, password, language }: Wish,
    by?: Caller,
  ) => {
    const body = { email, event, extras: await extras('ems', password) }
    return by ? by('POST', '/api/Ems/send', body) : api.call('POST', '/api/Ems/send', body, { address, language })
  }
  /** Every limit is free again. */
  const forget = () => api.db.delete(throttleUse)
  const codeIn = (source = '') => /\b(\d{6})\b(?! minutes)/.exec(source.replace(/^[\s\S]*?\r\n\r\n/, ''))?.[1] ?? ''
  const check = (code: string, of: CodePurpose = about) =>
    api.db.transaction((tx) => checkCode(tx, { vitalDb: api.db, secret }, { ...of, code }))
  return { ...api, ...smtp, outbox, extras, ask, forget, codeIn, check }
}

const refused = { code: 422, data: { errors: { code: [expect.any(String)] } } }

/** No code was asked for yet. */
async function clear({ db }: Pick<Awaited<ReturnType<typeof start>>, 'db'>) {
  for (const table of [throttleUse, messageCode, messageOut]) await db.delete(table)
}

test('a code goes to the right one, works once, and for a while; limits hold for addresses, networks and accounts', async () => {
  const product = await start()
  // Known and unknown addresses get the same answer; only the right one gets a code, and it works once.
  {
    const { ask, outbox, arrived, codeIn, check, db } = product
    const known = await ask({ email: ' MEMBER@school.test ' })
    const unknown = await ask({ email: 'nobody@school.test' })
    const taken = await ask({ event: 'user_register' })
    const free = await ask({ email: 'new@school.test', event: 'user_register', language: 'zh-CN' })
    const plain = ({ status, code, msg, data }: typeof known) => ({ status, code, msg, data })
    expect(plain(unknown)).toEqual(plain(known))
    expect(plain(taken)).toEqual(plain(known))
    expect(known).toMatchObject({
      status: 200,
      data: true,
      msg: 'If this address can be used, a code is on its way. It is valid for 10 minutes',
    })
    expect(free.msg).toContain('如果该地址可以使用')
    await outbox.round()
    // Whoever registers with an address that has an account reads so, in a mail without a code.
    const addresses = ['MEMBER@school.test', 'member@school.test', 'new@school.test']
    expect(arrived.flatMap(({ to }) => to).toSorted()).toEqual(addresses)
    expect(await db.select().from(messageOut)).toHaveLength(3)
    expect(codeIn(arrived.find(({ to }) => to[0] === 'member@school.test')?.source)).toBe('')
    const code = codeIn(arrived.find(({ to }) => to[0] === 'MEMBER@school.test')?.source)
    const retrieval = { purpose: 'user_retrieve_pwd', channel: 'mail', address: KNOWN } as const
    // For this purpose, this address and no account alone.
    await expect(check(code)).rejects.toMatchObject(refused)
    await expect(check(code, { ...retrieval, channel: 'sms' })).rejects.toMatchObject(refused)
    await expect(check(code, { ...retrieval, address: 'nobody@school.test' })).rejects.toMatchObject(refused)
    await expect(check(code, { ...retrieval, accountId: 2 })).rejects.toMatchObject(refused)
    await check(` ${code} `, retrieval)
    await expect(check(code, retrieval)).rejects.toMatchObject(refused)
  }
  await clear(product)
  // Answers to known and unknown addresses take the same time.
  {
    const { ask, forget } = product
    const times: number[] = []
    for (const email of [KNOWN, 'nobody@school.test']) {
      const from = performance.now()
      await ask({ email })
      times.push(performance.now() - from)
      await forget()
    }
    for (const time of times) expect(time).toBeGreaterThan(250)
  }
  await clear(product)
  // A code is neither in the database nor longer valid after five wrong ones, ten minutes, or a new one.
  {
    const { db, check } = product
    const made = () => db.transaction((tx) => newCode(tx, secret, about))
    const code = await made()
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(await db.select().from(messageCode))).not.toMatch(new RegExp(`${code}|school`))
    const wrong = code === '000000' ? '000001' : '000000'
    // The wrong codes count although their transactions are taken back.
    for (let times = 1; times <= 5; times++) await expect(check(wrong)).rejects.toMatchObject(refused)
    await expect(check(code)).rejects.toMatchObject(refused)
    const [first, second] = [await made(), await made()]
    if (first !== second) await expect(check(first)).rejects.toMatchObject(refused)
    await check(second)
    const old = await made()
    await db.update(messageCode).set({ expireTime: sql`now()` })
    await expect(check(old)).rejects.toMatchObject(refused)
  }
  await clear(product)
  // Of many requests at once with one code, one is served; one that is taken back does not use it up.
  {
    const { db, check } = product
    const code = await db.transaction((tx) => newCode(tx, secret, about))
    const lost = db.transaction(async (tx) => {
      await checkCode(tx, { vitalDb: db, secret }, { ...about, code })
      throw new Error('taken back')
    })
    await expect(lost).rejects.toThrow('taken back')
    const served = await Promise.allSettled([check(code), check(code), check(code)])
    expect(served.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
  await clear(product)
  // One in a minute for an address and an event, five in an hour for an address.
  {
    const { ask, db } = product
    await ask({})
    const again = await ask({ email: 'MEMBER@SCHOOL.TEST' })
    expect(again).toMatchObject({ status: 429, data: { retryAfter: expect.any(Number) } })
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50)
    // Nothing tells an unknown address apart here, either.
    await ask({ email: 'nobody@school.test' })
    expect((await ask({ email: 'nobody@school.test' })).status).toBe(429)
    expect((await ask({ event: 'user_register' })).status).toBe(200)
    const passMinute = () => db.update(throttleUse).set({ useTime: sql`use_time - interval '61 seconds'` })
    for (let more = 3; more <= 5; more++) {
      await passMinute()
      expect((await ask({})).status).toBe(200)
    }
    await passMinute()
    const sixth = await ask({})
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3000)
  }
  await clear(product)
  // Many requests at once do not get past a limit.
  {
    const { call, extras } = product
    const bodies = [await extras('ems'), await extras('ems'), await extras('ems')]
    const answers = await Promise.all(
      bodies.map((one) => call('POST', '/api/Ems/send', { email: KNOWN, event: 'user_register', extras: one })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])
  }
  await clear(product)
  // Twenty in an hour for a network, ten in a day for an account.
  {
    const { ask, signIn, forget } = product
    for (let times = 0; times < 20; times++)
      await ask({ email: `one${times}@school.test`, address: `192.0.2.${times}` })
    expect((await ask({ email: 'more@school.test', address: '192.0.2.99' })).status).toBe(429)
    expect((await ask({ email: 'more@school.test', address: '198.51.100.1' })).status).toBe(200)
    await forget()
    const member = await signIn('user')
    for (let times = 0; times < 10; times++) {
      const email = `mine${times}@school.test`
      expect((await ask({ email, event: 'user_change_email' }, member)).status).toBe(200)
    }
    const eleventh = await ask({ email: 'mine@school.test', event: 'user_change_email' }, member)
    expect(eleventh).toMatchObject({ status: 429, msg: 'Too many attempts. Please try again in 24 h.' })
  }
})

test('each sending needs a captcha of its own, solved by clicks or by work', async () => {
  const { call, challenge, extras, middles } = await start()
  const send = (given?: object) => call('POST', '/api/Ems/send', { email: KNOWN, event: 'user_retrieve_pwd', ...given })
  for (const given of [undefined, { extras: {} }])
    expect(await send(given)).toMatchObject({ status: 400, data: { captcha: true, reason: 'required' } })
  const { id } = await challenge('login')
  expect(await middles()).toHaveLength(2)
  expect(await send({ extras: { captcha_id: id, captcha_info: '1,1-2,2;350;200' } })).toMatchObject({ status: 400 })
  const solved = await extras('ems')
  expect((await send({ extras: solved })).status).toBe(200)
  expect(
    await call('POST', '/api/Ems/send', { email: 'b@school.test', event: 'user_register', extras: solved }),
  ).toMatchObject({ status: 400, data: { reason: 'gone' } })
})

test('what is sent is checked, and events for signed-in people are not for visitors', async () => {
  const { call, ask, extras, signIn } = await start()
  expect(await ask({ email: 'a@b.c, d@e.f' })).toMatchObject({
    status: 422,
    data: { errors: { email: [expect.any(String)] } },
  })
  expect(await ask({ event: 'new_device' })).toMatchObject({
    status: 422,
    data: { errors: { event: [expect.any(String)] } },
  })
  expect(await ask({ event: 'user_change_email' })).toMatchObject({ status: 401 })
  const sms = { mobile: '123', template_code: 'user_register', extras: await extras('sms') }
  expect(await call('POST', '/api/Sms/send', sms)).toMatchObject({
    status: 422,
    data: { errors: { mobile: [expect.any(String)] } },
  })
  const member = await signIn('user')
  expect(await ask({ event: 'user_email_verify', password: 'not-it-1' }, member)).toMatchObject({
    status: 422,
    data: { errors: { 'extras.password': [expect.any(String)] } },
  })
  expect(
    await ask({ email: 'x@school.test', event: 'user_email_verify', password: MEMBER_PASSWORD }, member),
  ).toMatchObject({
    data: { errors: { email: ['This is not the address of your account'] } },
  })
  const right = await ask({ event: 'user_email_verify', password: MEMBER_PASSWORD }, member)
  expect(right.status).toBe(200)
})

test('codes go by text message too, and to new addresses of both sides', async () => {
  const { call, extras, signIn, db } = await start()
  const sms = { mobile: '13800138000', template_code: 'user_retrieve_pwd', extras: await extras('sms') }
  expect((await call('POST', '/api/Sms/send', sms)).status).toBe(200)
  const admin = await signIn()
  // That another account has this number is only said after the code.
  const change = { mobile: '+86 138-0013-8000', template_code: 'user_change_mobile', extras: await extras('sms') }
  expect((await admin('POST', '/api/Sms/send', change)).status).toBe(200)
  const rows = await db
    .select({ event: messageOut.event, channel: messageOut.channel, recipient: messageOut.recipient })
    .from(messageOut)
    .orderBy(messageOut.id)
  expect(rows).toEqual([
    { event: 'user_retrieve_pwd', channel: 'sms', recipient: '13800138000' },
    { event: 'user_change_mobile', channel: 'sms', recipient: '13800138000' },
  ])
  const minute = await admin('POST', '/api/Sms/send', {
    ...change,
    mobile: '138 0013 8000',
    extras: await extras('sms'),
  })
  expect(minute.status).toBe(429)
})

test('without mail the answer says so, before a captcha is used up', async () => {
  const { api, db } = await startApi()
  const { call } = guardedCalls(api, db)
  const body = { email: KNOWN, event: 'user_retrieve_pwd', extras: {} }
  expect(await call('POST', '/api/Ems/send', body)).toMatchObject({
    status: 503,
    msg: 'E-mail is not configured. An administrator can set it up in the configuration',
  })
})

test('a wrong code is told in the language of the request', async () => {
  const { withLocale } = await import('#src/i18n/locale.server.ts')
  const { check } = await start()
  const said = async (locale: 'en' | 'zh-cn') =>
    withLocale(locale, () => check('123456').catch((error: { data: unknown }) => error.data))
  expect(await said('en')).toEqual({ errors: { code: ['The code is wrong or no longer valid'] } })
  expect(await said('zh-cn')).toEqual({ errors: { code: ['验证码错误或已失效'] } })
})
