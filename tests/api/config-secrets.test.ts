import { expect, test } from 'vitest'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { startApi } from '../support/api.ts'

// A stored secret goes to no other machine than the one that it was entered for, by whatever way.

const bare = { [PROOF_HEADER]: '' }
const moves = {
  code: 422,
  data: { errors: { smtpPassword: [expect.stringContaining('Enter the secret again')] } },
}

async function start() {
  const api = await startApi()
  const admin = await api.signIn()
  const save = (values: object, headers = {}) => admin('POST', '/adminApi/config/edit', { values }, headers)
  expect(await save({ smtpHost: 'mail.school.test', smtpPassword: 'real-secret' })).toMatchObject({ code: 200 })
  const lastChange = async (name: string) => {
    const { data } = await admin('GET', `/adminApi/config/history?name=${name}`)
    return (data as { list: { id: number }[] }).list[0]?.id ?? 0
  }
  const undo = (changeId: number, headers = {}) => admin('POST', '/adminApi/config/undo', { changeId }, headers)
  return { save, lastChange, undo }
}

test('a server that is taken away first and then named anew gets no stored secret', async () => {
  const { save } = await start()
  expect(await save({ smtpHost: '' })).toMatchObject({ code: 200 })
  expect(await save({ smtpHost: 'evil.test' })).toMatchObject(moves)
  expect(await save({ smtpHost: 'evil.test', smtpPassword: 'another' })).toMatchObject({ code: 200 })
})

test('a secret comes back with a fresh proof, and only for its own server', async () => {
  const { save, lastChange, undo } = await start()
  await save({ smtpPassword: 'second-secret' })
  const change = await lastChange('smtpPassword')
  expect(await undo(change, bare)).toMatchObject({ code: 403, data: { reason: 'stepUp', ways: ['password'] } })
  expect(await undo(change)).toMatchObject({ code: 200 })
  // A made-up secret for another machine, and then the real one back.
  await save({ smtpHost: 'evil.test', smtpPassword: 'made-up' })
  expect(await undo(await lastChange('smtpPassword'))).toMatchObject(moves)
})
