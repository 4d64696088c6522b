import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Node } from '#src/resource/registry.ts'
import type { findCall } from '#src/server/crud/find.api.server.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

type Found = AnswerOf<typeof findCall>
type Call = (method: 'GET', path: string) => Promise<{ code: number; data: unknown }>

/** Searches with the longest patience, so that a busy machine leaves nothing out. */
async function find(call: Call, quickSearch: string, more = '&patience=10000') {
  const answer = await call('GET', `/adminApi/find/records?quickSearch=${encodeURIComponent(quickSearch)}${more}`)
  return answer.data as Found
}
const names = ({ groups }: Found) =>
  Object.fromEntries(groups.map(({ key, list }) => [key, list.map(({ title, code }) => code ?? title)]))

test('records of all resources are found by what their quick searches look in, with the row above and the rights', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const ids = await addOrganizations(call)
  const { groups, late } = await find(call, 'name s1')
  expect(late).toEqual([])
  expect(groups).toEqual([
    {
      key: 'organization',
      menu: 'baseInfo/organization',
      edit: true,
      total: 1,
      more: false,
      list: [{ id: ids.S1, title: 'Name S1', code: 'S1', hint: 'Name D1' }],
    },
  ])
  expect(Object.keys(names(await find(call, '学')))).toEqual(expect.arrayContaining(['subject', 'educate-level']))
})

test('a title or code that is the text comes first, then those that begin with it; full-width letters find', async () => {
  const api = await startApi()
  const call = await api.signIn()
  for (const [code, name] of [
    ['X1', 'Upper ABC12'],
    ['X2', 'ABC12 school'],
    ['ABC12', 'Zoo'],
    ['X3', 'ＡＢＣ１２'],
  ])
    await call('POST', '/adminApi/organization/add', { code, name, type: 'school' })
  expect(names(await find(call, 'abc12')).organization).toEqual(['ABC12', 'X3', 'X2', 'X1'])
  expect(names(await find(call, 'ＡＢＣ１２')).organization).toEqual(['ABC12', 'X3', 'X2', 'X1'])
})

test('only the first records are sent; of very many, one with exactly the name is among them', async () => {
  const api = await startApi()
  const call = await api.signIn()
  await api.db.execute(sql`insert into organization (code, name, type, path, sort_key)
    select 'K' || n, 'Crowd ' || n, 'school', '', 'a' || n from generate_series(1, 3000) n`)
  const few = await find(call, 'Crowd 299', '&limit=3&patience=10000')
  expect(few.groups[0]).toMatchObject({ total: 13, more: false })
  expect(few.groups[0]?.list.map(({ title }) => title)).toEqual(['Crowd 299', 'Crowd 2990', 'Crowd 2991'])
  const many = await find(call, 'Crowd')
  expect(many.groups[0]).toMatchObject({ total: 1000, more: true })
  await api.db.execute(sql`update organization set name = 'crowd' where code = 'K2999'`)
  expect((await find(call, 'Crowd')).groups[0]?.list[0]).toMatchObject({ code: 'K2999' })
})

test('nobody finds what a list would not show', async () => {
  const api = await startApi()
  const ids = await addOrganizations(await api.signIn())
  const nodes: Node[] = ['baseInfo/organization/index', 'baseInfo/subject/index', 'baseInfo/subject/edit']
  await addOfficer(api, { username: 'near', nodes, scope: 'org', deptId: ids.S1 })
  const call = await api.signIn('admin', 'near')
  const { groups } = await find(call, 'name')
  expect(groups.map(({ key, edit, list }) => [key, edit, list.map(({ code }) => code)])).toEqual([
    ['organization', false, ['S1']],
  ])
  expect((await find(call, '语文')).groups.map(({ key, edit }) => [key, edit])).toEqual([['subject', true]])
  expect((await find(call, '小学')).groups).toEqual([])
  await addOfficer(api, { username: 'nobody', nodes: [], scope: 'all' })
  expect(await find(await api.signIn('admin', 'nobody'), 'name')).toEqual({ groups: [], late: [] })
})

test('a text is needed, and more words than a resource without an index can bear leave the others', async () => {
  const api = await startApi()
  const call = await api.signIn()
  expect(await call('GET', '/adminApi/find/records?quickSearch=%20')).toMatchObject({ code: 400 })
  const words = Array.from({ length: 20 }, (_, at) => `w${at}`).join(' ')
  const { late } = await find(call, words)
  expect(late).toContain('baseInfo/subject')
  expect(late).not.toContain('baseInfo/organization')
})
