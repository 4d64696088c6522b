import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { findAccount } from '#src/features/auth/account.server.ts'
import { addOfficer } from '../support/officer.ts'
import { startOutbox } from '../support/outbox.ts'

type Listed = { list: { id: number; state: string }[]; total: number }

test('the list says what was sent to whom and never what it said', async () => {
  const { signIn, put, outbox } = await startOutbox({ mailMode: 'file', smsMode: 'file' })
  const call = await signIn()
  const [mail, sms] = [await put(), await put({ channel: 'sms', recipient: '13800138000' })]
  await outbox.round()
  const answer = await call('GET', '/adminApi/outbox/index')
  expect((answer.data as Listed).list.map(({ id }) => id).toSorted()).toEqual([mail, sms].toSorted())
  expect(JSON.stringify(answer.data)).not.toMatch(/481516|sealed|messageId|worker/)
  const filter = encodeURIComponent(JSON.stringify({ and: [{ field: 'channel', operator: 'eq', val: 'sms' }] }))
  expect((await call('GET', `/adminApi/outbox/index?filter=${filter}`)).data).toMatchObject({ total: 1 })
  expect((await call('GET', '/adminApi/outbox/index?quickSearch=13800')).data).toMatchObject({ total: 1 })
  const book = (await call('GET', `/adminApi/outbox/edit?id=${mail}`)).data
  expect(JSON.stringify(book)).not.toContain('481516')
})

test('a message is sent now or stopped by those who may, and only while that makes sense', async () => {
  const api = await startOutbox({ mailMode: 'file' })
  const { signIn, put, read, outbox } = api
  const call = await signIn()
  const id = await put()
  expect(await call('POST', '/adminApi/outbox/retry', { ids: [id] })).toMatchObject({ msg: 'The message is sent now' })
  expect(await call('POST', '/adminApi/outbox/cancel', { ids: [id] })).toMatchObject({
    msg: 'The message will not be sent',
  })
  expect(await outbox.round()).toBe(0)
  const other = await put()
  // All or none.
  expect((await call('POST', '/adminApi/outbox/cancel', { ids: [other, id] })).status).toBe(409)
  expect((await read(other)).state).toBe('waiting')
  await outbox.round()
  for (const action of ['retry', 'cancel'])
    expect(await call('POST', `/adminApi/outbox/${action}`, { ids: [other] })).toMatchObject({
      status: 409,
      msg: 'This message is over, or is being sent right now',
    })
  await addOfficer(api, { username: 'reader', scope: 'all', nodes: ['routine/outbox/index'] })
  const reader = await signIn('admin', 'reader')
  expect((await reader('POST', '/adminApi/outbox/retry', { ids: [id] })).status).toBe(403)
})

test('others than super administrators see what concerns the accounts in their data scope', async () => {
  const api = await startOutbox({ mailMode: 'file' })
  const { put, signIn, db, read } = api
  const own = await addOfficer(api, {
    username: 'officer',
    scope: 'own',
    nodes: ['routine/outbox/index', 'routine/outbox/send'],
  })
  const member = (await findAccount(db, 'user', 'member'))?.id ?? 0
  const [visitor, theirs, mine] = [await put(), await put({ accountId: member }), await put({ authorId: own })]
  const officer = await signIn('admin', 'officer')
  const { list } = (await officer('GET', '/adminApi/outbox/index')).data as Listed
  expect(list.map(({ id }) => id)).toEqual([mine])
  for (const id of [visitor, theirs])
    expect((await officer('POST', '/adminApi/outbox/cancel', { ids: [id] })).status).toBe(409)
  expect((await read(theirs)).state).toBe('waiting')
  // The log outlives the account.
  await db.delete(account).where(eq(account.id, own))
  expect(await read(mine)).toMatchObject({ authorId: null, state: 'waiting' })
})
