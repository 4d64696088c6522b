import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { ADMIN_PASSWORD, MEMBER_PASSWORD } from '../support/api.ts'
import { startRegistration } from '../support/registration.ts'

const failed = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'The account or password is incorrect' },
}

test('a member signs in by account, confirmed e-mail or confirmed mobile, however they are written', async () => {
  const { haveAddress, tryIn } = await startRegistration()
  await haveAddress('mail', 'Member@School.test')
  await haveAddress('sms', '13800138000')
  for (const name of [
    'member',
    'MEMBER',
    'member@school.test',
    ' MEMBER@SCHOOL.TEST ',
    '13800138000',
    '+86 138-0013-8000',
  ])
    expect((await tryIn(name, MEMBER_PASSWORD)).status, name).toBe(200)
  expect((await tryIn('member@school.test', 'not-the-password')).body).toMatchObject(failed.body)
})

test('what is not confirmed signs nobody in, nor does an address in the back office', async () => {
  const { haveAddress, tryIn, signInTry, db } = await startRegistration()
  const id = await haveAddress('mail', 'typed@school.test', { confirmed: false })
  expect(await tryIn('typed@school.test', MEMBER_PASSWORD)).toMatchObject(failed)
  await haveAddress('mail', 'office@school.test', { username: 'admin' })
  expect(await signInTry({ username: 'office@school.test', password: ADMIN_PASSWORD })).toMatchObject(failed)
  expect(await tryIn('office@school.test', ADMIN_PASSWORD)).toMatchObject(failed)
  // Locked, unknown and wrong are one answer.
  await haveAddress('sms', '13800138000')
  await db.update(account).set({ status: 0 }).where(eq(account.id, id))
  const locked = await tryIn('13800138000', MEMBER_PASSWORD)
  const unknown = await tryIn('13900139000', MEMBER_PASSWORD)
  expect(locked).toMatchObject(failed)
  expect({ ...unknown.body, time: 0 }).toEqual({ ...locked.body, time: 0 })
})

test('another address ends the confirmation, and with it the way in', async () => {
  const { haveAddress, tryIn, db, signIn } = await startRegistration()
  const id = await haveAddress('mail', 'old@school.test')
  expect((await tryIn('old@school.test', MEMBER_PASSWORD)).status).toBe(200)
  await db.update(account).set({ email: 'new@school.test' }).where(eq(account.id, id))
  for (const name of ['old@school.test', 'new@school.test'])
    expect(await tryIn(name, MEMBER_PASSWORD)).toMatchObject(failed)
  // It does not come back with the address.
  await db.update(account).set({ email: 'old@school.test' }).where(eq(account.id, id))
  expect(await tryIn('old@school.test', MEMBER_PASSWORD)).toMatchObject(failed)
  const info = (await (await signIn('user'))('GET', '/api/user/info')).data
  expect(info).toMatchObject({ emailConfirmed: false })
})

test('whatever they are called by, failures count for the account; unknown ones wait as known ones do', async () => {
  const { haveAddress, tryIn } = await startRegistration()
  await haveAddress('mail', 'member@school.test')
  await tryIn('member@school.test', 'wrong-password-1')
  await tryIn('MEMBER', 'wrong-password-2')
  await tryIn('Member@school.test', 'wrong-password-3')
  expect((await tryIn('member', MEMBER_PASSWORD)).body).toMatchObject({ error: 'captcha_required' })
  for (let times = 0; times < 3; times++) await tryIn('nobody@school.test', 'wrong-password-1', '198.51.100.9')
  const unknown = await tryIn('nobody@school.test', 'wrong-password-1', '198.51.100.9')
  expect(unknown.body).toMatchObject({ error: 'captcha_required' })
})
