import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Node } from '#src/resource/registry.ts'
import type { Caller } from '../support/api.ts'
import { importer } from '../support/imports.ts'
import { addMembers, balances } from '../support/ledgers.ts'
import { idIn } from '../support/member-rights.ts'
import { startMembers } from '../support/members.ts'
import { addOfficer } from '../support/officer.ts'

const en = { locale: 'en' } as const
const money = '/adminApi/money-log'

type Found = { list: { id: number; orgId: number; groupId: number; status: number; money: number }[] }

/** Six members of two schools. `clerk` sees the members of one school, `payer` no list of members. */
async function startBulk() {
  const api = await startMembers()
  const near = await addMembers(api.db, 'near', 4, api.places.S1)
  const far = await addMembers(api.db, 'far', 2, api.places.S2)
  const ledger: Node[] = ['user/moneyLog/index', 'user/moneyLog/add']
  const { S1 } = api.places
  await addOfficer(api, { username: 'clerk', nodes: [...ledger, 'user/user/index'], scope: 'orgBelow', deptId: S1 })
  await addOfficer(api, { username: 'payer', nodes: ledger, scope: 'orgBelow', deptId: S1 })
  const [clerk, payer] = [await api.signIn('admin', 'clerk'), await api.signIn('admin', 'payer')]
  const found = async (call: Caller) => (await call('GET', '/adminApi/member/index?limit=100')).data as Found
  return { ...api, near, far, clerk, payer, found, ...balances(api.db) }
}

test('the group, the organization and the state change for all that a search of the list finds, and come back together', async () => {
  const { admin, boss, places, near, found } = await startBulk()
  const groups = (await admin('GET', '/adminApi/member-group/index')).data as { list: { id: number }[] }
  const other = await admin('POST', '/adminApi/member-group/add', { name: 'Other', ruleIds: [], status: 1 })
  expect(groups.list.length).toBeGreaterThan(0)
  const groupId = idIn(other)
  const before = (await found(boss)).list.filter(({ id }) => near.includes(id))
  const query = { quickSearch: 'near', filter: { field: 'orgId', operator: 'eq', val: places.S1 } }
  const edit = (values: object, count = 4) => boss('POST', '/adminApi/member/bulkEdit', { query, count, values })
  expect(await edit({ groupId }, 3)).toMatchObject({ code: 409, data: { reason: 'count', count: 4 } })
  const answer = await edit({ groupId, orgId: places.D1, status: 0 })
  expect(answer).toMatchObject({ code: 200, data: { changed: 4 } })
  const after = (await found(boss)).list.filter(({ id }) => near.includes(id))
  expect(after.map(({ groupId, orgId, status }) => ({ groupId, orgId, status }))).toEqual(
    Array.from({ length: 4 }, () => ({ groupId, orgId: places.D1, status: 0 })),
  )
  const { changeSetId } = answer.data as { changeSetId: number }
  expect(await boss('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  const back = (await found(boss)).list.filter(({ id }) => near.includes(id))
  const told = (list: Found['list']) => list.map(({ id, groupId, orgId, status }) => ({ id, groupId, orgId, status }))
  expect(told(back)).toEqual(told(before))
})

test('balances change for all that a search of the member list finds, in the scope of who asks, once, and back as a whole', async () => {
  const { clerk, payer, boss, near, far, held, wrong } = await startBulk()
  const body = { query: { quickSearch: 'ar' }, count: 4, amount: 150, memo: 'Start of term' }
  // Whoever may not see the list cannot search in it.
  expect((await payer('POST', `${money}/adjust`, body)).code).toBe(403)
  expect((await boss('POST', `${money}/adjust`, body)).code).toBe(403)
  expect(await clerk('POST', `${money}/adjust`, { ...body, count: 6 })).toMatchObject({
    code: 409,
    msg: m.error_bulkCount({ count: 4 }, en),
  })
  const key = { 'idempotency-key': 'search-once' }
  const first = await clerk('POST', `${money}/adjust`, body, key)
  expect(first).toMatchObject({ code: 200, data: { count: 4, sum: 600 } })
  expect((await clerk('POST', `${money}/adjust`, body, key)).data).toEqual(first.data)
  expect(await Promise.all([...near, ...far].map((id) => held(id)))).toEqual([150, 150, 150, 150, 0, 0])
  const { changeSetId } = first.data as { changeSetId: number }
  expect(await clerk('POST', `${money}/reverse`, { changeSetId, memo: 'Wrong term' })).toMatchObject({
    code: 200,
    data: { count: 4, sum: -600 },
  })
  expect(await Promise.all(near.map((id) => held(id)))).toEqual([0, 0, 0, 0])
  expect(await wrong()).toEqual([])
})

test('a member out of sight among the selected ones stops the change of all', async () => {
  const { clerk, near, far, held } = await startBulk()
  const body = { amount: 20, memo: 'Prize' }
  expect(await clerk('POST', `${money}/adjust`, { ...body, ids: [near[0], far[0]] })).toMatchObject({ code: 404 })
  expect(await clerk('POST', `${money}/adjust`, { ...body, ids: near.slice(0, 2) })).toMatchObject({ code: 200 })
  expect(await Promise.all([near[0] ?? 0, near[1] ?? 0, near[2] ?? 0].map((id) => held(id)))).toEqual([20, 20, 0])
})

test('the undo of an import refuses members with entries by name, and leaves only them when the others may go', async () => {
  const api = await startMembers()
  const { admin, boss, db, jobs } = api
  await jobs.start()
  const file = importer(api, boss, 'member')
  const lines = ['a', 'b', 'c', 'd'].map((sign) => `pupil_${sign},Name ${sign.toUpperCase()},Name S1`)
  const { view, job } = await file.bring(`Username,Name,Organization\n${lines.join('\n')}`)
  expect(job).toMatchObject({ state: 'done' })
  const { rows } = await db.$client.query<{ id: string }>(
    `select id from account where username = any ('{pupil_b,pupil_d}') order by username`,
  )
  const ids = rows.map(({ id }) => Number(id))
  expect(await admin('POST', `${money}/adjust`, { ids, amount: 5, memo: 'Prize' })).toMatchObject({ code: 200 })
  const whole = await file.begin('importUndo', { id: view.id })
  expect(whole).toMatchObject({ state: 'failed' })
  for (const name of ['pupil_b', 'pupil_d']) expect(JSON.stringify(whole)).toContain(m.member_hasEntries({ name }, en))
  const count = async () =>
    (await db.$client.query<{ count: number }>(`select count(*)::int from account where username like 'pupil_%'`))
      .rows[0]?.count
  // Nobody is gone when one has to stay.
  expect(await count()).toBe(4)
  expect(await file.begin('importUndo', { id: view.id, partial: true })).toMatchObject({
    state: 'done',
    result: { removed: 2, left: 2 },
  })
  expect(await count()).toBe(2)
})
