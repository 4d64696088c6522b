import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account, credential } from '#src/db/identity.table.server.ts'
import { messageCode, messageOut } from '#src/db/message.table.server.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { newCode } from '#src/server/codes/code.server.ts'
import { type Caller, callerOf, MEMBER_PASSWORD } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { startGuarded } from '../support/guard.ts'
import { addMembers } from '../support/ledgers.ts'
import { configure } from '../support/outbox.ts'

// A confirmed address of a member is only given up for the proof that it is still the member's.

const [OLD, NEW] = ['Old@school.test', 'new@school.test']
const [OLD_NUMBER, NEW_NUMBER] = ['13800138000', '13900139000']
const password = MEMBER_PASSWORD
const unproven = {
  status: 422,
  data: {
    errors: {
      proof: ['Confirm once more that your present address is yours. This holds for ten minutes and for one change.'],
    },
  },
}
const wrongCode = { status: 422, data: { errors: { code: ['The code is wrong or no longer valid'] } } }

/** Starts the API with a member who has confirmed an e-mail address and a mobile number. */
async function start() {
  const api = await startGuarded()
  await configure(api, { mailMode: 'file', smsMode: 'file' })
  const { db } = api
  const [row] = await db.select({ id: account.id }).from(account).where(eq(account.username, 'member'))
  const id = row?.id ?? 0
  const confirm = async (accountId: number, email: string, phone: string) => {
    await db.update(account).set({ email, phone }).where(eq(account.id, accountId))
    await db.insert(confirmedAddress).values([
      { accountId, channel: 'mail', address: email },
      { accountId, channel: 'sms', address: phone },
    ])
  }
  await confirm(id, OLD, OLD_NUMBER)
  const call = await api.signIn('user')
  const events = {
    mail: { own: 'user_email_verify', other: 'user_change_email' },
    sms: { own: 'user_mobile_verify', other: 'user_change_mobile' },
  } as const
  const codeFor = (channel: MessageChannel, address: string, of: 'own' | 'other', accountId = id) =>
    db.transaction((tx) => newCode(tx, secret, { purpose: events[channel][of], channel, address, accountId }))
  /** Proves the present address with a code that was sent there. */
  const prove = async (channel: MessageChannel = 'mail', by: Caller = call, accountId = id) => {
    const [own] = await db.select().from(account).where(eq(account.id, accountId))
    const address = (channel === 'mail' ? own?.email : own?.phone) ?? ''
    const code = await codeFor(channel, address, 'own', accountId)
    const answer = await by('POST', '/api/user/address', { channel, code, password })
    return (answer.data as { proof: string }).proof
  }
  const change = async (proof: string | undefined, address = NEW, by = call, more: object = {}) => {
    const code = await codeFor('mail', address, 'other')
    return by('POST', '/api/user/email', { email: address, code, ...(proof ? { proof } : {}), ...more })
  }
  const told = () =>
    db.select({ event: messageOut.event, to: messageOut.recipient }).from(messageOut).orderBy(messageOut.id)
  const ask = async (by: Caller, email: string, event: string, own?: string) => {
    const { id: captcha_id, info: captcha_info } = await api.solved('ems')
    const extras = { captcha_id, captcha_info, ...(own === undefined ? {} : { password: own }) }
    return by('POST', '/api/Ems/send', { email, event, extras })
  }
  return { ...api, id, call, confirm, codeFor, prove, change, told, ask }
}

test('a confirmed address changes with password and code at the old one, then a code at the new one', async () => {
  const { call, codeFor, change, told, db, id } = await start()
  // The password does not stand in for the proof.
  expect(await change(undefined, NEW, call, { password })).toMatchObject(unproven)
  const code = await codeFor('mail', OLD, 'own')
  const give = (more: object) => call('POST', '/api/user/address', { channel: 'mail', code, password, ...more })
  expect(await give({ password: undefined })).toMatchObject({
    status: 422,
    data: { errors: { password: ['Required'] } },
  })
  expect(await give({ password: 'Not-this-one1' })).toMatchObject({
    status: 422,
    data: { errors: { password: ['This is not your current password'] } },
  })
  expect(await give({ code: code === '000000' ? '000001' : '000000' })).toMatchObject(wrongCode)
  // A code for the new address proves nothing about the old one.
  expect(await give({ code: await codeFor('mail', OLD, 'other') })).toMatchObject(wrongCode)
  const { data } = await give({})
  expect(data).toEqual({ proof: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await give({})).toMatchObject(wrongCode)
  const { proof } = data as { proof: string }
  expect(await change(proof)).toMatchObject({ code: 200, data: { email: NEW } })
  expect(await db.select().from(confirmedAddress).where(eq(confirmedAddress.channel, 'mail'))).toMatchObject([
    { accountId: id, address: NEW },
  ])
  expect((await call('GET', '/api/user/info')).data).toMatchObject({ emailConfirmed: true, phoneConfirmed: true })
  expect(await told()).toEqual([{ event: 'address_changed', to: OLD }])
  // It is used up, and neither its secret nor that of the code is stored.
  expect(await change(proof, 'third@school.test')).toMatchObject(unproven)
  expect(JSON.stringify(await db.execute(sql`select * from message_code`))).not.toContain(proof)
})

test('a wrong code at the new address leaves the proof; a repeat with one key is answered once', async () => {
  const { call, codeFor, prove } = await start()
  const proof = await prove()
  const code = await codeFor('mail', NEW, 'other')
  const body = { email: NEW, code, proof }
  const wrong = { ...body, code: code === '000000' ? '000001' : '000000' }
  expect(await call('POST', '/api/user/email', wrong)).toMatchObject(wrongCode)
  const key = { 'idempotency-key': 'address-key-1' }
  const first = await call('POST', '/api/user/email', body, key)
  expect(first).toMatchObject({ code: 200, data: { email: NEW } })
  expect(await call('POST', '/api/user/email', body, key)).toMatchObject({ code: 200, data: first.data })
})

test('a proof belongs to one sign-in, one account and one kind of address, and ends after ten minutes', async () => {
  const { signIn, db, confirm, prove, change, call, codeFor, id } = await start()
  const elsewhere = await signIn('user')
  expect(await change(await prove(), NEW, elsewhere)).toMatchObject(unproven)
  const mobile = async (proof: string) => {
    const code = await codeFor('sms', NEW_NUMBER, 'other')
    return call('POST', '/api/user/mobile', { mobile: NEW_NUMBER, code, proof })
  }
  expect(await mobile(await prove('mail'))).toMatchObject(unproven)
  expect(await change(await prove('sms'))).toMatchObject(unproven)

  const [other = 0] = await addMembers(db, 'other', 1, null)
  await db.execute(sql`insert into credential (account_id, password_hash)
    select ${other}, password_hash from credential where account_id = ${id}`)
  await confirm(other, 'other@school.test', '13700137000')
  const stranger = await signIn('user', 'other1')
  expect(await change(await prove('mail', stranger, other))).toMatchObject(unproven)

  const old = await prove()
  await db.update(messageCode).set({ expireTime: sql`now() - interval '1 second'` })
  expect(await change(old)).toMatchObject(unproven)
  // A later one replaces an earlier one.
  const [first, second] = [await prove(), await prove()]
  expect(await change(first)).toMatchObject(unproven)
  expect(await change(second)).toMatchObject({ code: 200 })
  expect(await mobile(await prove('sms'))).toMatchObject({ code: 200, data: { phone: NEW_NUMBER } })
})

test('of two changes at once with one proof, one is served', async () => {
  const { prove, change } = await start()
  const proof = await prove()
  const answers = await Promise.all(['a@school.test', 'b@school.test'].map((address) => change(proof, address)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('guesses of the code at the old address are counted, however many come at once', async () => {
  const { call, codeFor } = await start()
  const code = await codeFor('sms', OLD_NUMBER, 'own')
  const guess = (given: string) => call('POST', '/api/user/address', { channel: 'sms', code: given, password })
  const wrong = Array.from({ length: 12 }, (_, at) => String((Number(code) + at + 1) % 1_000_000).padStart(6, '0'))
  expect((await Promise.all(wrong.map(guess))).map(({ status }) => status)).toEqual(wrong.map(() => 422))
  expect(await guess(code)).toMatchObject(wrongCode)
})

test('what the office has entered is contact data: the proof of the former address is void, the password is enough', async () => {
  const { prove, change, call, db, id, codeFor } = await start()
  const proof = await prove()
  await db.update(account).set({ email: 'office@school.test' }).where(eq(account.id, id))
  expect(await change(proof)).toMatchObject(unproven)
  // There is nothing to prove, and no code for it works.
  const code = await codeFor('mail', 'office@school.test', 'own')
  expect(await call('POST', '/api/user/address', { channel: 'mail', code, password })).toMatchObject(wrongCode)
  expect(await change(undefined)).toMatchObject({ status: 422, data: { errors: { password: ['Required'] } } })
  expect(await change(undefined, NEW, call, { password })).toMatchObject({ code: 200, data: { email: NEW } })
})

test('without a password, a fresh proof of the person stands in its place at each step', async () => {
  const { api, db, id, call, codeFor, change, ask } = await start()
  await db.delete(credential).where(eq(credential.accountId, id))
  const bare = callerOf(api, call.tokens)
  const asked = { status: 403, data: { reason: 'stepUp' } }
  expect(await ask(bare, OLD, 'user_email_verify')).toMatchObject(asked)
  expect(await ask(call, OLD, 'user_email_verify')).toMatchObject({ status: 200 })
  const code = await codeFor('mail', OLD, 'own')
  expect(await bare('POST', '/api/user/address', { channel: 'mail', code })).toMatchObject(asked)
  const { data } = await call('POST', '/api/user/address', { channel: 'mail', code })
  expect(await change((data as { proof: string }).proof, NEW, bare)).toMatchObject({ code: 200 })
})

test('that an address is taken is told to whoever reads there, and to nobody else', async () => {
  const { db, confirm, ask, call, told, signIn } = await start()
  const [other = 0] = await addMembers(db, 'other', 1, null)
  await confirm(other, 'Taken@school.test', '13700137000')
  const free = await ask(call, 'free@school.test', 'user_change_email')
  const taken = await ask(call, 'taken@school.test', 'user_change_email')
  expect({ ...taken, headers: null, time: 0 }).toEqual({ ...free, headers: null, time: 0 })
  // The own one is no secret, and the other side has addresses of its own.
  await ask(call, OLD, 'user_change_email')
  await db.execute(sql`delete from throttle_use`)
  await ask(await signIn('admin'), 'taken@school.test', 'user_change_email')
  expect(await told()).toEqual([
    { event: 'user_change_email', to: 'free@school.test' },
    { event: 'user_change_known', to: 'taken@school.test' },
    { event: 'user_change_email', to: OLD },
    { event: 'user_change_email', to: 'taken@school.test' },
  ])
})
