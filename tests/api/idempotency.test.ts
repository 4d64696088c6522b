import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const body = { code: 'X1', name: 'A school', type: 'school' }
const key = { 'idempotency-key': 'form-instance-1' }

test('a repeat with the same key writes once and gets the same answer', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const first = await call('POST', '/adminApi/organization/add', body, key)
  const second = await call('POST', '/adminApi/organization/add', body, key)
  expect(second).toMatchObject({ code: 200, data: first.data, msg: first.msg })
  expect(await db.select().from(organization)).toHaveLength(1)
})

test('ten double clicks at the same moment write once', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call('POST', '/adminApi/organization/add', body, key)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer.data)))).toHaveLength(1)
  expect(answers.every((answer) => answer.code === 200)).toBe(true)
  expect(await db.select().from(organization)).toHaveLength(1)
})

test('a refused write frees its key for the corrected one', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  expect(await call('POST', '/adminApi/organization/add', { ...body, name: '' }, key)).toMatchObject({ code: 422 })
  expect(await call('POST', '/adminApi/organization/add', body, key)).toMatchObject({ code: 200 })
})

test('a key used for other content is refused', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  await call('POST', '/adminApi/organization/add', body, key)
  expect(await call('POST', '/adminApi/organization/add', { ...body, code: 'X2' }, key)).toMatchObject({
    code: 422,
    msg: 'The same idempotency key was used for different content',
  })
})

test('a repeated delete answers as the first one did', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { data } = await call('POST', '/adminApi/organization/add', body)
  const path = `/adminApi/organization/del?ids[]=${(data as { id: number }).id}`
  expect(await call('DELETE', path, undefined, key)).toMatchObject({ code: 200, data: { count: 1 } })
  expect(await call('DELETE', path, undefined, key)).toMatchObject({ code: 200, data: { count: 1 } })
  expect(await call('DELETE', path)).toMatchObject({ code: 404 })
})

test('keys of different accounts do not meet', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  await admin('POST', '/adminApi/organization/add', body, key)
  const member = await made.signIn('user')
  expect(await member('POST', '/adminApi/organization/add', body, key)).toMatchObject({ code: 401 })
  await addOfficer(made, { username: 'second', nodes: ['baseInfo/organization/add'], scope: 'all' })
  const second = await made.signIn('admin', 'second')
  const other = { ...body, code: 'X2' }
  expect(await second('POST', '/adminApi/organization/add', other, key)).toMatchObject({ code: 200, msg: 'Added' })
  expect(await made.db.$count(organization)).toBe(2)
})
