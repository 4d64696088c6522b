import { eq, notInArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { throttle } from '#src/db/guard.table.server.ts'
import { account, memberGroup, memberProfile } from '#src/db/identity.table.server.ts'
import { legalAgreement, legalVersion } from '#src/db/legal.table.server.ts'
import { messageCode, messageOut, throttleUse } from '#src/db/message.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { maskedMobile } from '#src/lib/masked-mobile.ts'
import { newCode } from '#src/server/codes/code.server.ts'
import { secret } from '../support/deps.ts'
import { configure } from '../support/outbox.ts'
import { startRegistration } from '../support/registration.ts'

const NEW = 'new@school.test'

/** Forgets who has registered, every code, letter and failure, so that the next case begins anew. */
async function anew({ db, letters }: Awaited<ReturnType<typeof startRegistration>>): Promise<void> {
  await letters()
  await db.delete(account).where(notInArray(account.username, ['admin', 'member']))
  await db.update(account).set({ email: '', phone: '' })
  for (const table of [confirmedAddress, messageCode, messageOut, throttleUse, throttle]) await db.delete(table)
}

const wrongCode = { status: 422, data: { errors: { code: ['The code is wrong or no longer valid'] } } }

test('a visitor registers by mail or text message; codes and names are told and taken as they should', async () => {
  const product = await startRegistration()
  // A visitor registers by e-mail: account, group, confirmed address, and the sign-in at once.
  {
    const { db, mailedCode, register, api, tryIn } = product
    const code = await mailedCode('user_register', NEW)
    expect(code).toMatch(/^\d{6}$/)
    const answer = await register({ email: ' New@School.test ', code })
    expect(answer).toMatchObject({
      status: 200,
      msg: 'You are registered and signed in',
      data: { access_token: expect.any(String), refresh_token: expect.any(String), token_type: 'Bearer' },
    })
    const headers = { authorization: `Bearer ${answer.data.access_token}` }
    const info = await (await api.request('/api/user/info', { headers })).json()
    expect(info.data).toMatchObject({
      username: 'newcomer',
      nickname: 'newcomer',
      email: 'New@School.test',
      emailConfirmed: true,
      hasPassword: true,
      money: 0,
    })
    const [joined] = await db
      .select({ forNew: memberGroup.forNew, joinTime: memberProfile.joinTime })
      .from(memberProfile)
      .innerJoin(account, eq(account.id, memberProfile.accountId))
      .innerJoin(memberGroup, eq(memberGroup.id, memberProfile.groupId))
      .where(eq(account.username, 'newcomer'))
    expect(joined?.forNew).toBe(true)
    for (const name of ['newcomer', 'NEW@school.test']) expect((await tryIn(name)).status).toBe(200)
    // The code is used up, and the name is taken now.
    expect(await register({ email: NEW, code, username: 'second' })).toMatchObject(wrongCode)
  }
  // By text message in the same way; a mobile number in the nickname has its middle masked.
  {
    await anew(product)
    const { db, register, send, tryIn } = product
    expect((await send('user_register', { mobile: '138 0013 8000' })).status).toBe(200)
    const about = { purpose: 'user_register', channel: 'sms', address: '13800138000' } as const
    const code = await db.transaction((tx) => newCode(tx, secret, about))
    const answer = await register({ username: 'a13800138000', mobile: '+86 13800138000', code })
    expect(answer.status).toBe(200)
    const [made] = await db.select().from(account).where(eq(account.username, 'a13800138000'))
    expect(made).toMatchObject({ nickname: 'a138****8000', phone: '13800138000', email: '' })
    expect((await tryIn('138-0013-8000')).status).toBe(200)
    expect(maskedMobile('13900139000 or 139001390001')).toBe('139****9000 or 139001390001')
  }
  // Nobody blocks an address by typing it: one that is not confirmed can be registered.
  {
    await anew(product)
    const { haveAddress, mailedCode, register } = product
    await haveAddress('mail', NEW, { confirmed: false })
    const code = await mailedCode('user_register', NEW)
    expect(await register({ email: NEW, code })).toMatchObject({ status: 200 })
  }
  // An address that another account has confirmed since is refused to whoever has the code.
  {
    await anew(product)
    const { haveAddress, mailedCode, register } = product
    const code = await mailedCode('user_register', NEW)
    await haveAddress('mail', 'NEW@school.test')
    expect(await register({ email: NEW, code: code === '000000' ? '000001' : '000000' })).toMatchObject(wrongCode)
    expect(await register({ email: NEW, code })).toMatchObject({
      status: 422,
      data: { errors: { email: [m.code_confirmedElsewhere({}, { locale: 'en' })] } },
    })
  }
  // A taken name is only told to whoever has the code, which still works with another name.
  {
    await anew(product)
    const { mailedCode, register, db } = product
    const code = await mailedCode('user_register', NEW)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await register({ username: 'MEMBER', email: NEW, code: wrong })).toMatchObject(wrongCode)
    expect(await register({ username: 'MEMBER', email: NEW, code })).toMatchObject({
      status: 422,
      data: { errors: { username: ['This account name is taken. Choose another one'] } },
    })
    // A weak password does not use the code up either, nor count as a try.
    expect(await register({ username: 'newcomer', password: '123456', email: NEW, code })).toMatchObject({
      status: 422,
      data: { errors: { password: [expect.any(String)] } },
    })
    expect(await db.select({ tries: messageCode.tries }).from(messageCode)).toEqual([{ tries: 2 }])
    // The same name in the back office is another account.
    expect(await register({ username: 'admin', email: NEW, code })).toMatchObject({ status: 200 })
  }
  // Two at once: of one name one wins, and the other still has the code; of one address one wins.
  {
    await anew(product)
    const { mailedCode, register, db } = product
    const one = await mailedCode('user_register', 'one@school.test')
    const two = await mailedCode('user_register', 'two@school.test')
    const named = [
      { email: 'one@school.test', code: one },
      { email: 'two@school.test', code: two },
    ]
    const answers = await Promise.all(named.map((body) => register({ username: 'wanted', ...body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const lost = answers.findIndex(({ status }) => status === 422)
    expect(answers[lost]).toMatchObject({ data: { errors: { username: [expect.any(String)] } } })
    expect(await register({ username: 'wanted2', ...named[lost] })).toMatchObject({ status: 200 })

    const code = await mailedCode('user_register', NEW)
    const same = await Promise.all(
      ['first', 'second', 'third'].map((username) => register({ username, email: NEW, code })),
    )
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    for (const { status, data } of same)
      if (status === 422) expect(Object.keys(data.errors)).toEqual([expect.stringMatching(/^(email|code)$/)])
    expect(await db.select().from(confirmedAddress).where(eq(confirmedAddress.address, NEW))).toHaveLength(1)
    const made = await db.select().from(account).where(eq(account.email, NEW))
    expect(made).toHaveLength(1)
  }
  // The registration is in the history, under the name, and has no secret in it.
  {
    await anew(product)
    const { db, mailedCode, register } = product
    const code = await mailedCode('user_register', NEW)
    await register({ email: NEW, code })
    const { rows } = await db.execute<{ actor_name: string; change: string }>(sql`
      select s.actor_name, to_jsonb(c)::text as change from change c join change_set s on s.id = c.change_set_id
      where s.actor_name = 'newcomer'`)
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(/argon2|Quiet-river/)
    const { rows: log } = await db.execute<{ body: string }>(sql`select to_jsonb(l)::text as body from admin_log l`)
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`Quiet-river|${code}`))
  }
})

test('what is sent is checked, guesses are limited, texts are agreed to, and no answer tells whether an address is known', async () => {
  const product = await startRegistration()
  // Whether an address has an account is said by mail alone, and nothing else tells it.
  {
    const { send, letters, haveAddress, forgetSent, register, db } = product
    await haveAddress('mail', 'Member@school.test')
    const plain = ({ status, code, msg, data }: Awaited<ReturnType<typeof send>>) => ({ status, code, msg, data })
    const taken = plain(await send('user_register', { email: 'member@school.test' }))
    const [known] = await letters()
    const free = plain(await send('user_register', { email: NEW }))
    const [other] = await letters()
    expect(taken).toEqual(free)
    expect(known?.text).toContain('You have an account already: member.')
    expect(known?.text).not.toMatch(/\d{6}/)
    expect(other?.text).toMatch(/your code to register with .* is \d{6}/)
    // In the other language and by text message.
    await forgetSent()
    await send('user_register', { email: 'member@school.test' }, { language: 'zh-CN' })
    expect((await letters())[0]?.text).toContain('您已有账号 member')
    const id = await haveAddress('sms', '13800138000')
    await send('user_register', { mobile: '13800138000' })
    const sent = await db.select({ event: messageOut.event }).from(messageOut).where(eq(messageOut.accountId, id))
    expect(sent.map(({ event }) => event)).toEqual(Array(3).fill('user_register_known'))
    // Guessing is answered alike.
    const guess = (email: string) => register({ email, code: '123456' })
    expect(await guess('member@school.test')).toMatchObject(wrongCode)
    expect(await guess('nobody@school.test')).toMatchObject(wrongCode)
  }
  // Codes are guessed five times at most, and an address that guesses at many has to wait.
  {
    await anew(product)
    const { mailedCode, register, wait } = product
    const code = await mailedCode('user_register', NEW)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let times = 0; times < 5; times++) expect(await register({ email: NEW, code: wrong })).toMatchObject(wrongCode)
    expect(await register({ email: NEW, code })).toMatchObject(wrongCode)
    let last = 422
    for (let times = 0; times < 60 && last === 422; times++)
      last = (await register({ email: `n${times}@school.test`, code: '123456' })).status
    expect(last).toBe(429)
    // Elsewhere nobody waits, and here only for a time.
    expect((await register({ email: NEW, code: wrong }, { address: '198.51.100.7' })).status).toBe(422)
    await wait(3600)
    expect((await register({ email: NEW, code: wrong })).status).toBe(422)
  }
  // A code is for one purpose and one way.
  {
    await anew(product)
    const { mailedCode, register, retrieve, haveAddress, forgetSent } = product
    const code = await mailedCode('user_register', NEW)
    expect(await retrieve({ email: NEW, code })).toMatchObject(wrongCode)
    expect(await register({ mobile: '13800138000', code })).toMatchObject(wrongCode)
    await haveAddress('mail', 'member@school.test')
    await forgetSent()
    const other = await mailedCode('user_retrieve_pwd', 'member@school.test')
    expect(await register({ email: 'member@school.test', code: other })).toMatchObject(wrongCode)
  }
  // What is sent is checked: name, password, one address, code.
  {
    await anew(product)
    const { register } = product
    const body = { email: NEW, code: '123456' }
    for (const [more, field] of [
      [{ username: '1abc' }, 'username'],
      [{ username: 'ab' }, 'username'],
      [{ username: 'a@b.c' }, 'username'],
      [{ username: '13800138000' }, 'username'],
      [{ password: 'a<b>c1' }, 'password'],
      [{ password: 'short' }, 'password'],
      [{ mobile: '13800138000' }, 'email'],
      [{ email: undefined }, 'email'],
      [{ email: 'no address' }, 'email'],
      [{ code: '12' }, 'code'],
    ] as const)
      expect(await register({ ...body, ...more }), JSON.stringify(more)).toMatchObject({
        status: 422,
        data: { errors: { [field]: [expect.any(String)] } },
      })
  }
  // Whoever registers agrees to the texts of the day, and which ones and when is kept.
  {
    await anew(product)
    const { db, mailedCode, register } = product
    const publish = async (kind: 'terms' | 'privacy', text: { 'zh-cn': string; en: string }) => {
      const [added] = await db.insert(legalVersion).values({ kind, text }).returning({ id: legalVersion.id })
      return added?.id ?? 0
    }
    const old = await publish('terms', { 'zh-cn': '一', en: 'one' })
    const terms = await publish('terms', { 'zh-cn': '二', en: 'two' })
    // Only in Chinese: nobody agrees to what they cannot read.
    const privacy = await publish('privacy', { 'zh-cn': '隐私', en: '' })
    const code = await mailedCode('user_register', NEW)
    const body = { email: NEW, code }
    const said = async (agreed: number[], language: 'en' | 'zh-CN' = 'en') =>
      (await register({ ...body, agreed }, { language })).data.errors.agreed
    expect(await said([])).toEqual(['Read and agree before you register'])
    expect(await said([old])).toEqual(['The text has changed. Read it again and agree'])
    expect(await said([terms], 'zh-CN')).toEqual(['请阅读并同意后再注册'])
    expect(await register({ ...body, agreed: [terms] })).toMatchObject({ status: 200 })
    const second = await mailedCode('user_register', 'b@school.test')
    const chinese = { username: 'second', email: 'b@school.test', code: second, agreed: [old, terms, privacy] }
    expect(await register(chinese, { language: 'zh-CN' })).toMatchObject({ status: 200, msg: '注册成功，已登录' })
    const kept = await db
      .select({ username: account.username, version: legalAgreement.versionId })
      .from(legalAgreement)
      .innerJoin(account, eq(account.id, legalAgreement.accountId))
      .where(sql`agree_time > now() - interval '1 minute'`)
      .orderBy(account.id, legalAgreement.versionId)
    expect(kept).toEqual([
      { username: 'newcomer', version: terms },
      { username: 'second', version: terms },
      { username: 'second', version: privacy },
    ])
  }
  // The public settings say by which ways codes leave.
  {
    await anew(product)
    const api = product
    const ways = async () => (await api.call('GET', '/api/site')).data.codeWays
    expect(await ways()).toEqual(['mail', 'sms'])
    await configure(api, { smsMode: 'off' })
    expect(await ways()).toEqual(['mail'])
    expect(await api.send('user_register', { mobile: '13800138000' })).toMatchObject({
      status: 503,
      msg: 'Text messages are not configured. An administrator can set them up in the configuration',
    })
    await configure(api, { mailMode: 'off' })
    expect(await ways()).toEqual([])
  }
})

test('closed registration and a closed center answer with their sentences, and send no codes', async () => {
  const api = await startRegistration({
    registration: false,
    registrationSentence: { 'zh-cn': '九月开放', en: 'From September' },
  })
  const refused = (msg: string) => ({ status: 403, msg })
  expect(await api.register({ email: NEW, code: '123456' })).toMatchObject(refused('From September'))
  expect(await api.send('user_register', { email: NEW }, { language: 'zh-CN' })).toMatchObject(refused('九月开放'))
  expect((await api.send('user_retrieve_pwd', { email: NEW })).status).toBe(200)
  await configure(api, {
    registration: true,
    centerOpen: false,
    centerSentence: { 'zh-cn': '关闭', en: 'Closed today' },
  })
  expect(await api.register({ email: NEW, code: '123456' })).toMatchObject(refused('Closed today'))
  expect(await api.retrieve({ email: NEW, code: '123456' })).toMatchObject(refused('Closed today'))
  for (const event of ['user_register', 'user_retrieve_pwd'] as const)
    expect(await api.send(event, { email: 'b@school.test' })).toMatchObject(refused('Closed today'))
})
