import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import type { Summary } from '#src/features/dashboard/dashboard.queries.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { heardEpoch, TABLES_CHANNEL, watchTables } from '#src/server/cache/table-cache.server.ts'
import { addOrganizations, type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const summaryOf = async (call: Caller) => (await call('GET', '/adminApi/dashboard/summary')).data as Summary

/** The total of the list that a figure leads to. */
async function listed(call: Caller, key: string, filter?: FilterTree): Promise<number> {
  const query = filter ? `?filter=${encodeURIComponent(JSON.stringify(filter))}` : ''
  const { code, data } = await call('GET', `/adminApi/${key}/count${query}`)
  expect(code).toBe(200)
  return (data as { total: number }).total
}

const is = (field: string, val: string | number): FilterTree => ({ field, operator: 'eq', val })
const empty = (field: string): FilterTree => ({ field, operator: 'NULL', val: '' })

async function some(call: Caller) {
  const ids = await addOrganizations(call)
  const change = async (id: number, values: object) =>
    expect((await call('POST', '/adminApi/organization/edit', { id, ...values })).code).toBe(200)
  const { data } = await call('GET', '/adminApi/organization/select?field=levelIds')
  const [level] = (data as { list: { value: number }[] }).list
  await change(ids.B, { areaCode: '4403', contact: 'Li' })
  await change(ids.D1, { areaCode: '440305', levelIds: [level?.value] })
  await change(ids.S1, { areaCode: '440305', contact: 'Wu' })
  return { ids, level: level?.value ?? 0 }
}

test('each figure is the total of the list that it leads to', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { level } = await some(call)
  const { organizations, subjects, levels, years, schemes } = await summaryOf(call)
  if (!organizations || !subjects || !years || !schemes) throw new Error('no figures')
  expect(organizations.total).toBe(await listed(call, 'organization'))
  expect(organizations.types).toHaveLength(3)
  for (const { type, count } of organizations.types)
    expect(count).toBe(await listed(call, 'organization', is('type', type)))
  expect(organizations.levels).toEqual([{ id: level, count: 1 }])
  expect(await listed(call, 'organization', { field: 'levelIds', operator: 'FIND_IN_SET', val: [level] })).toBe(1)
  expect(organizations).toMatchObject({ noContact: 3, noLevels: 4, noArea: 2 })
  expect(await listed(call, 'organization', empty('contact'))).toBe(3)
  expect(await listed(call, 'organization', empty('levelIds'))).toBe(4)
  expect(await listed(call, 'organization', empty('areaCode'))).toBe(2)
  expect(organizations.areas).toMatchObject({ above: '4403', list: [{ code: '440305', name: '南山区', count: 2 }] })
  expect(await listed(call, 'organization', { field: 'areaCode', operator: 'WITHIN', val: ['440305'] })).toBe(2)
  expect(levels?.length).toBe(await listed(call, 'educate-level'))
  expect(subjects.on + subjects.off).toBe(await listed(call, 'subject'))
  expect(subjects.on).toBe(await listed(call, 'subject', is('status', 1)))
  expect(years.total).toBe(await listed(call, 'student-year'))
  expect(years.current).toBe(await listed(call, 'student-year', is('phase', 'current')))
  // The next to graduate are still at school, also in autumn, when this calendar year's have left.
  expect(years.graduating).toBeGreaterThan(0)
  const leaving = await listed(call, 'student-year', {
    and: [is('graduationYear', years.year), is('phase', 'current')],
  })
  expect(leaving).toBe(years.graduating)
  expect(years.graduating).toBe(await listed(call, 'student-year', is('graduationYear', years.year)))
  for (const state of ['draft', 'published', 'changed'] as const)
    expect(schemes[state]).toBe(await listed(call, 'exam-scheme', is('state', state)))
})

test('an officer gets the figures of the own nodes and of the own scope, and nothing without the node of the page', async () => {
  const { db, signIn } = await startApi()
  const call = await signIn()
  const { ids } = await some(call)
  const nodes = ['dashboard', 'baseInfo/organization/index'] as const
  await addOfficer({ db }, { username: 'district', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D1 })
  const officer = await signIn('admin', 'district')
  const summary = await summaryOf(officer)
  expect(summary).toMatchObject({ subjects: null, levels: null, years: null, schemes: null })
  expect(summary.organizations).toMatchObject({ total: 2, noContact: 1, noLevels: 1, noArea: 0 })
  expect(summary.organizations?.areas.list).toEqual([{ code: '440305', name: '南山区', count: 2 }])
  expect(await listed(officer, 'organization')).toBe(2)

  await addOfficer({ db }, { username: 'nobody', nodes: ['baseInfo/organization/index'], scope: 'all' })
  const nobody = await signIn('admin', 'nobody')
  for (const action of ['summary', 'changes', 'views'])
    expect((await nobody('GET', `/adminApi/dashboard/${action}`)).code).toBe(403)
  await addOfficer({ db }, { username: 'bare', nodes: ['dashboard'], scope: 'all' })
  const bare = await signIn('admin', 'bare')
  expect((await summaryOf(bare)).organizations).toBeNull()
  expect((await bare('GET', '/adminApi/dashboard/changes')).data).toEqual({ list: [] })
})

test('a new database has no organizations, and every part says so', async () => {
  const { db, signIn } = await startApi()
  expect(await db.select().from(organization).where(eq(organization.status, 1))).toEqual([])
  const { organizations, levels } = await summaryOf(await signIn())
  expect(organizations).toEqual({
    total: 0,
    types: [],
    levels: [],
    noContact: 0,
    noLevels: 0,
    noArea: 0,
    areas: { above: '', list: [] },
  })
  expect(levels?.length).toBeGreaterThan(0)
})

test('the figures are kept for each scope until an organization changes, here or in another process', async () => {
  const { db, url, signIn } = await startApi()
  watchTables([db], url, pino({ level: 'silent' }))
  await expect.poll(() => heardEpoch(db, 'organization')).toBeDefined()
  const call = await signIn()
  const { ids } = await some(call)
  const nodes = ['dashboard', 'baseInfo/organization/index'] as const
  await addOfficer({ db }, { username: 'district', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D1 })
  const officer = await signIn('admin', 'district')
  const noContact = async (of: Caller) => (await summaryOf(of)).organizations?.noContact
  expect([await noContact(call), await noContact(officer)]).toEqual([3, 1])
  const unmarked = heardEpoch(db, 'mark')
  // The author of a change sees it at once.
  expect((await call('POST', '/adminApi/organization/edit', { id: ids.S2, contact: 'Xu' })).code).toBe(200)
  expect([await noContact(call), await noContact(officer)]).toEqual([2, 1])
  // The database also tells this process of that change, later. It tells of the mark after all that was written before.
  await db.execute(sql`select pg_notify(${TABLES_CHANNEL}, 'mark')`)
  await expect.poll(() => heardEpoch(db, 'mark')).not.toBe(unmarked)
  expect([await noContact(call), await noContact(officer)]).toEqual([2, 1])
  // The trigger of the table tells of what another process has written. Before that, the figures are the kept ones.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update organization set contact = ''`)
  })
  expect([await noContact(call), await noContact(officer)]).toEqual([2, 1])
  await db.execute(sql`update organization set contact = '' where id = ${ids.D1}`)
  await expect.poll(() => noContact(call)).toBe(5)
  expect(await noContact(officer)).toBe(2)
})
