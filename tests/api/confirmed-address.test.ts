import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { newCode } from '#src/server/codes/code.server.ts'
import { ADMIN_PASSWORD, MEMBER_PASSWORD } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { startRegistration } from '../support/registration.ts'

const [SECOND, PASSWORD] = ['second', 'Quiet-river-12']
const elsewhere =
  'Another account has confirmed this address. Sign in with that account, or give it another address first'

/** The member of the start and a second one, both signed in. */
async function start() {
  const api = await startRegistration()
  const { db } = api
  const secondId = await db.transaction((tx) =>
    createAccount(tx, { kind: 'user', username: SECOND, nickname: SECOND, password: PASSWORD }),
  )
  const first = await api.signIn('user')
  const second = await api.signIn('user', SECOND, PASSWORD)
  const { userId: firstId } = (await first('GET', '/api/user/info')).data as { userId: number }
  const codeFor = (accountId: number, channel: 'mail' | 'sms', address: string) =>
    db.transaction((tx) => {
      const purpose = channel === 'mail' ? 'user_change_email' : 'user_change_mobile'
      return newCode(tx, secret, { purpose, channel, address, accountId })
    })
  /** A code at the present address of a member, for whoever gives it up. */
  const ownCode = (accountId: number, address: string) =>
    db.transaction((tx) => newCode(tx, secret, { purpose: 'user_email_verify', channel: 'mail', address, accountId }))
  return { ...api, first, second, firstId, secondId, codeFor, ownCode }
}

test('an address that another account has confirmed is refused, and only to whoever has its code', async () => {
  const { first, second, firstId, secondId, codeFor, ownCode } = await start()
  const change = { email: 'One@school.test', password: MEMBER_PASSWORD }
  const code = await codeFor(firstId, 'mail', 'one@school.test')
  expect(await first('POST', '/api/user/email', { ...change, code })).toMatchObject({ status: 200 })
  const other = await codeFor(secondId, 'mail', 'one@school.test')
  const body = { email: 'ONE@school.test', password: PASSWORD }
  const wrong = other === '000000' ? '000001' : '000000'
  expect(await second('POST', '/api/user/email', { ...body, code: wrong }, english)).toMatchObject({
    status: 422,
    data: { errors: { code: [expect.any(String)] } },
  })
  expect(await second('POST', '/api/user/email', { ...body, code: other }, english)).toMatchObject({
    status: 422,
    data: { errors: { email: [elsewhere] } },
  })
  // Once the first has given it up, with a code that came there, the same code works.
  const present = await ownCode(firstId, 'one@school.test')
  const given = await first('POST', '/api/user/address', { channel: 'mail', code: present, password: MEMBER_PASSWORD })
  expect(given).toMatchObject({ status: 200 })
  const next = await codeFor(firstId, 'mail', 'two@school.test')
  const proven = { email: 'two@school.test', code: next, ...(given.data as { proof: string }) }
  expect(await first('POST', '/api/user/email', proven)).toMatchObject({ status: 200 })
  expect(await second('POST', '/api/user/email', { ...body, code: other })).toMatchObject({ status: 200 })
})

const english = { 'accept-language': 'en' }

test('two who confirm one number at once: one wins', async () => {
  const { first, second, firstId, secondId, codeFor, db } = await start()
  const [one, two] = [await codeFor(firstId, 'sms', '13800138000'), await codeFor(secondId, 'sms', '13800138000')]
  const answers = await Promise.all([
    first('POST', '/api/user/mobile', { mobile: '13800138000', password: MEMBER_PASSWORD, code: one }, english),
    second('POST', '/api/user/mobile', { mobile: '138 0013 8000', password: PASSWORD, code: two }, english),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)).toMatchObject({ data: { errors: { mobile: [elsewhere] } } })
  expect(await db.select().from(confirmedAddress)).toHaveLength(1)
})

test('what is typed or set by the office keeps nobody from an address: a code is sent, and confirms it', async () => {
  const { second, secondId, codeFor, haveAddress, solved, letters } = await start()
  await haveAddress('mail', 'wanted@school.test', { confirmed: false })
  const { id, info } = await solved('ems')
  const sent = await second('POST', '/api/Ems/send', {
    email: 'wanted@school.test',
    event: 'user_change_email',
    extras: { captcha_id: id, captcha_info: info },
  })
  expect(sent.status).toBe(200)
  expect((await letters()).map(({ to }) => to)).toEqual(['wanted@school.test'])
  const code = await codeFor(secondId, 'mail', 'wanted@school.test')
  const body = { email: 'wanted@school.test', password: PASSWORD, code }
  expect(await second('POST', '/api/user/email', body)).toMatchObject({ status: 200 })
})

test('each side has its own: the same address may belong to an account of the back office and to a member', async () => {
  const { haveAddress, signIn, db, codeFor } = await start()
  await haveAddress('mail', 'both@school.test')
  const admin = await signIn()
  const { userId } = (await admin('GET', '/adminApi/user/info')).data as { userId: number }
  const code = await codeFor(userId, 'mail', 'both@school.test')
  const body = { email: 'both@school.test', password: ADMIN_PASSWORD, code }
  expect(await admin('POST', '/adminApi/user/email', body)).toMatchObject({ status: 200 })
  const kept = await db.select({ side: confirmedAddress.side }).from(confirmedAddress).orderBy(confirmedAddress.side)
  expect(kept).toEqual([{ side: 'admin' }, { side: 'user' }])
})

test('the database ends a confirmation with its address, and leaves that of the other kind', async () => {
  const { db, haveAddress, firstId } = await start()
  await haveAddress('mail', 'one@school.test')
  await haveAddress('sms', '13800138000')
  const left = async () => (await db.select().from(confirmedAddress)).map(({ address }) => address).toSorted()
  await db.update(account).set({ email: 'ONE@school.test', nickname: 'x' }).where(eq(account.id, firstId))
  expect(await left()).toEqual(['13800138000', 'one@school.test'])
  await db.update(account).set({ email: '' }).where(eq(account.id, firstId))
  expect(await left()).toEqual(['13800138000'])
  await db.update(account).set({ phone: '13900139000' }).where(eq(account.id, firstId))
  expect(await left()).toEqual([])
})

test('an installation that has an address twice keeps the latest confirmation, and none of a former address', async () => {
  const { db, firstId, secondId } = await start()
  for (const undo of [
    sql`drop trigger b_side on confirmed_address`,
    sql`drop trigger n_confirmed on account`,
    sql`drop function side_of_confirmed_address()`,
    sql`drop function end_confirmed_address()`,
    sql`alter table confirmed_address drop column side`,
  ])
    await db.execute(undo)
  await db.execute(
    sql`update account set email = 'Same@school.test', phone = '13800138000' where id in (${firstId}, ${secondId})`,
  )
  await db.execute(sql`insert into confirmed_address (account_id, channel, address, confirm_time) values
    (${firstId}, 'mail', 'same@school.test', '2026-01-01'), (${secondId}, 'mail', 'SAME@school.test', '2026-02-01'),
    (${firstId}, 'sms', '13800138000', '2026-01-01'), (${secondId}, 'sms', '13700137000', '2026-02-01')`)
  for (const part of readFileSync('src/db/migrations/0064_confirmed_addresses.sql', 'utf8').split(
    '--> statement-breakpoint',
  ))
    await db.execute(sql.raw(part))
  const kept = await db.select().from(confirmedAddress).orderBy(confirmedAddress.channel)
  expect(kept).toMatchObject([
    { accountId: secondId, channel: 'mail', side: 'user' },
    { accountId: firstId, channel: 'sms', side: 'user' },
  ])
})
