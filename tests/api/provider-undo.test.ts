import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { addProvider } from '../support/provider-visits.ts'

// What comes back of an identity provider is configured as anew: by whoever brings it back, and with a fresh proof.

const setOf = ({ data }: { data: unknown }) => (data as { changeSetId: number }).changeSetId
const bare = { [PROOF_HEADER]: '' }
const asked = { code: 403, data: { reason: 'stepUp', ways: ['password'] } }

async function start(more: object = {}) {
  const api = await startApi()
  const admin = await api.signIn()
  const id = await addProvider(admin, 'https://good.example', more)
  const rows = async () =>
    (await api.db.execute(sql`select issuer, mail_domains, status, configured_by from provider`)).rows
  return { ...api, admin, id, rows }
}

test('nobody lends the trust of a provider to another issuer by undoing a change', async () => {
  const { db, signIn, id, rows } = await start({ mailDomains: ['school.edu.cn'] })
  const nodes = ['routine/provider/index', 'routine/provider/edit'] as const
  const keeperId = await addOfficer({ db }, { username: 'keeper', nodes: [...nodes], scope: 'all' })
  const keeper = await signIn('admin', 'keeper')
  const without = await keeper('POST', '/adminApi/provider/edit', { id, mailDomains: [] })
  const evil = { id, issuer: 'https://evil.example', clientSecret: 'another-secret' }
  expect(await keeper('POST', '/adminApi/provider/edit', evil)).toMatchObject({ code: 200 })
  const undone = await keeper('POST', '/adminApi/history/undo', { changeSetId: setOf(without) })
  expect(undone.code, undone.msg).toBe(200)
  expect(await rows()).toMatchObject([
    { issuer: 'https://evil.example', mail_domains: ['school.edu.cn'], configured_by: keeperId },
  ])
})

test('an undo sends the secret of a provider to no other machine', async () => {
  const { admin, db, id } = await start()
  const evil = { id, issuer: 'https://evil.example', clientSecret: 'made-up' }
  await admin('POST', '/adminApi/provider/edit', evil)
  const mended = await admin('POST', '/adminApi/provider/edit', {
    id,
    issuer: 'https://good.example',
    clientSecret: 'real',
  })
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: setOf(mended) })).toMatchObject({ code: 200 })
  const { rows } = await db.execute(sql`select issuer, client_secret from provider`)
  expect(rows).toEqual([{ issuer: 'https://evil.example', client_secret: '' }])
})

test('an undo and a roll-back of a provider need a fresh proof', async () => {
  const { admin, id, rows } = await start()
  const off = await admin('POST', '/adminApi/provider/edit', { id, status: 0 })
  const undo = { changeSetId: setOf(off) }
  expect(await admin('POST', '/adminApi/history/undo', undo, bare)).toMatchObject(asked)
  expect(await rows()).toMatchObject([{ status: 0 }])
  expect(await admin('POST', '/adminApi/history/undo', undo)).toMatchObject({ code: 200 })

  const rule = { name: 'Providers', resource: 'provider', fields: ['scopes'], status: 1 }
  const ruled = await admin('POST', '/adminApi/sensitive-data/add', rule)
  expect(ruled.code, ruled.msg).toBe(200)
  await admin('POST', '/adminApi/provider/edit', { id, scopes: 'openid email' })
  const lines = await admin('GET', '/adminApi/sensitive-data-log/index')
  const [line] = (lines.data as { list: { id: number }[] }).list
  const rollback = { id: line?.id }
  expect(await admin('POST', '/adminApi/sensitive-data-log/rollback', rollback, bare)).toMatchObject(asked)
  expect(await admin('POST', '/adminApi/sensitive-data-log/rollback', rollback)).toMatchObject({ code: 200 })

  const deleted = await admin('DELETE', `/adminApi/provider/del?ids[]=${id}`)
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: setOf(deleted) }, bare)).toMatchObject(asked)
  expect(await rows()).toEqual([])
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: setOf(deleted) })).toMatchObject({ code: 200 })
  expect(await rows()).toMatchObject([{ status: 0 }])
})
