import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, credential } from '#src/db/identity.table.server.ts'
import { messageOut } from '#src/db/message.table.server.ts'
import { MEMBER_PASSWORD } from '../support/api.ts'
import { setUpApp } from '../support/factors.ts'
import { configure } from '../support/outbox.ts'
import { startRegistration } from '../support/registration.ts'

const OWN = 'member@school.test'
const NEW_PASSWORD = 'Silver-lamp-34'
const wrongCode = { status: 422, data: { errors: { code: ['The code is wrong or no longer valid'] } } }

async function start() {
  const api = await startRegistration()
  const id = await api.haveAddress('mail', 'Member@school.test')
  return { ...api, id }
}

test('a code to the confirmed address sets a new password, ends all sign-ins, and the owner reads of it', async () => {
  const { mailedCode, retrieve, tryIn, signIn, letters, db, id } = await start()
  const member = await signIn('user')
  const code = await mailedCode('user_retrieve_pwd', OWN)
  expect(await retrieve({ email: ' MEMBER@school.test', code: ` ${code} ` })).toMatchObject({
    status: 200,
    data: true,
    msg: 'The password is set. Sign in with it',
  })
  expect((await member('GET', '/api/user/info')).status).toBe(401)
  expect((await tryIn('member', MEMBER_PASSWORD)).status).toBe(400)
  for (const name of ['member', OWN]) expect((await tryIn(name, NEW_PASSWORD)).status).toBe(200)
  const [letter] = await letters()
  expect(letter).toMatchObject({ to: 'Member@school.test' })
  expect(letter?.text).toContain('all sign-ins have ended')
  // Once.
  expect(await retrieve({ email: OWN, code, password: 'Other-lamp-56' })).toMatchObject(wrongCode)
  const { rows } = await db.execute(sql`select 1 from change where table_name = 'credential' and row_id = ${id}`)
  expect(rows).toHaveLength(1)
})

test('in Chinese the answer and the letter are Chinese', async () => {
  const { mailedCode, retrieve, letters } = await start()
  const code = await mailedCode('user_retrieve_pwd', OWN, { language: 'zh-CN' })
  expect((await retrieve({ email: OWN, code }, { language: 'zh-CN' })).msg).toBe('密码已重新设置，请用新密码登录')
  expect((await letters())[0]?.text).toContain('所有设备上的登录均已退出')
})

test('known, unknown, unconfirmed and locked addresses are answered alike, and only the first gets a code', async () => {
  const { send, letters, retrieve, haveAddress, forgetSent, db, id } = await start()
  const plain = ({ status, code, msg, data }: Awaited<ReturnType<typeof send>>) => ({ status, code, msg, data })
  const known = plain(await send('user_retrieve_pwd', { email: OWN }))
  expect(await letters()).toHaveLength(1)
  expect(plain(await send('user_retrieve_pwd', { email: 'nobody@school.test' }))).toEqual(known)
  await haveAddress('mail', 'other@school.test', { username: 'admin' })
  expect(plain(await send('user_retrieve_pwd', { email: 'other@school.test' }))).toEqual(known)
  await forgetSent()
  await db.update(account).set({ status: 0 }).where(eq(account.id, id))
  expect(plain(await send('user_retrieve_pwd', { email: OWN }))).toEqual(known)
  await db.update(account).set({ status: 1, email: 'typed@school.test' }).where(eq(account.id, id))
  expect(plain(await send('user_retrieve_pwd', { email: 'typed@school.test' }))).toEqual(known)
  expect(await letters()).toEqual([])
  for (const email of [OWN, 'nobody@school.test', 'other@school.test', 'typed@school.test'])
    expect(await retrieve({ email, code: '123456' })).toMatchObject(wrongCode)
})

test('a code is worth nothing when the account was locked, or got another address, after it had left', async () => {
  const { mailedCode, retrieve, db, id, forgetSent, haveAddress } = await start()
  const first = await mailedCode('user_retrieve_pwd', OWN)
  await db.update(account).set({ status: 0 }).where(eq(account.id, id))
  expect(await retrieve({ email: OWN, code: first })).toMatchObject(wrongCode)
  await db.update(account).set({ status: 1 }).where(eq(account.id, id))
  await forgetSent()
  const second = await mailedCode('user_retrieve_pwd', OWN)
  await haveAddress('mail', 'elsewhere@school.test')
  expect(await retrieve({ email: OWN, code: second })).toMatchObject(wrongCode)
})

test('of many at once with one code, one sets the password', async () => {
  const { mailedCode, retrieve, tryIn } = await start()
  const code = await mailedCode('user_retrieve_pwd', OWN)
  const passwords = ['Quiet-river-12', 'Quiet-river-13', 'Quiet-river-14']
  const answers = await Promise.all(passwords.map((password) => retrieve({ email: OWN, code, password })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  const won = passwords[answers.findIndex(({ status }) => status === 200)]
  expect((await tryIn('member', won)).status).toBe(200)
})

test('five wrong codes end a code; a password that is not good enough, or was used, leaves it', async () => {
  const api = await start()
  const { mailedCode, retrieve, forgetSent } = api
  const code = await mailedCode('user_retrieve_pwd', OWN)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let times = 0; times < 5; times++) expect(await retrieve({ email: OWN, code: wrong })).toMatchObject(wrongCode)
  expect(await retrieve({ email: OWN, code })).toMatchObject(wrongCode)
  await forgetSent()
  await configure(api, { passwordNoReuse: 3 })
  const next = await mailedCode('user_retrieve_pwd', OWN)
  const password = { status: 422, data: { errors: { password: [expect.any(String)] } } }
  expect(await retrieve({ email: OWN, code: next, password: MEMBER_PASSWORD })).toMatchObject(password)
  expect(await retrieve({ email: OWN, code: next, password: 'password' })).toMatchObject(password)
  expect((await retrieve({ email: OWN, code: next })).status).toBe(200)
})

test('an account without a password gets its first one, and failed sign-ins are forgotten', async () => {
  const { mailedCode, retrieve, tryIn, db, id } = await start()
  for (let times = 0; times < 3; times++) await tryIn('member', 'not-the-password')
  expect((await tryIn('member', NEW_PASSWORD)).body).toMatchObject({ error: 'captcha_required' })
  await db.delete(credential).where(eq(credential.accountId, id))
  const code = await mailedCode('user_retrieve_pwd', OWN)
  expect((await retrieve({ email: OWN, code })).status).toBe(200)
  expect((await tryIn('member', NEW_PASSWORD)).status).toBe(200)
})

test('the second factor is still asked for', async () => {
  const api = await start()
  const { mailedCode, retrieve, tryIn } = api
  await setUpApp(api, await api.signIn('user'), '/api')
  const code = await mailedCode('user_retrieve_pwd', OWN)
  expect((await retrieve({ email: OWN, code })).status).toBe(200)
  expect((await tryIn('member', NEW_PASSWORD)).body).toMatchObject({ error: 'mfa_required' })
})

test('by text message too, without a letter when the account has no e-mail address', async () => {
  const { haveAddress, send, retrieve, tryIn, db, id } = await start()
  await db.update(account).set({ email: '' }).where(eq(account.id, id))
  await haveAddress('sms', '13800138000')
  expect((await send('user_retrieve_pwd', { mobile: '138 0013 8000' })).status).toBe(200)
  const sent = await db.select({ event: messageOut.event, channel: messageOut.channel }).from(messageOut)
  expect(sent).toEqual([{ event: 'user_retrieve_pwd', channel: 'sms' }])
  const { newCode } = await import('#src/server/codes/code.server.ts')
  const { secret } = await import('../support/deps.ts')
  const about = { purpose: 'user_retrieve_pwd', channel: 'sms', address: '13800138000' } as const
  const code = await db.transaction((tx) => newCode(tx, secret, about))
  expect((await retrieve({ mobile: '+86 138-0013-8000', code })).status).toBe(200)
  expect((await tryIn('13800138000', NEW_PASSWORD)).status).toBe(200)
  expect(await db.select().from(messageOut)).toHaveLength(1)
})
