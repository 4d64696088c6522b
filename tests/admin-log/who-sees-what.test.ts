import { expect, test } from 'vitest'
import type { Node } from '#src/resource/registry.ts'
import { type Caller, startApi } from '../support/api.ts'
import { loggedSoon } from '../support/logged.ts'
import { addOfficer } from '../support/officer.ts'

/** Three who have each sent one write that was refused. */
async function three(nodes: Node[]) {
  const api = await startApi()
  await addOfficer(api, { username: 'first', nodes, scope: 'all' })
  await addOfficer(api, { username: 'second', nodes, scope: 'all' })
  const callers = [await api.signIn(), await api.signIn('admin', 'first'), await api.signIn('admin', 'second')] as const
  for (const call of callers) await call('POST', '/adminApi/subject/add', { name: '' })
  await loggedSoon(api, 3)
  return { ...api, callers }
}

const names = async (call: Caller, path: string) => {
  const answer = await call('GET', path)
  expect(answer.code, answer.msg).toBe(200)
  return (answer.data as { list: { id: number; username: string }[] }).list.map(({ username }) => username).sort()
}

test('own rows only: list, total, details, search, export and what was changed', async () => {
  const { callers, api } = await three(['auth/adminLog/index'])
  const [admin, first] = callers
  expect(await names(admin, '/adminApi/admin-log/index')).toEqual(['admin', 'first', 'second'])
  expect(await names(first, '/adminApi/admin-log/index')).toEqual(['first'])
  expect(await names(first, '/adminApi/admin-log/index?quickSearch=second')).toEqual([])
  const filter = encodeURIComponent(JSON.stringify({ field: 'username', operator: 'eq', val: 'second' }))
  expect(await names(first, `/adminApi/admin-log/index?filter=${filter}`)).toEqual([])
  expect((await first('GET', '/adminApi/admin-log/count?count=exact')).data).toMatchObject({ total: 1 })
  const all = (await admin('GET', '/adminApi/admin-log/index')).data as { list: { id: number; username: string }[] }
  const other = all.list.find(({ username }) => username === 'second')?.id
  const own = all.list.find(({ username }) => username === 'first')?.id
  expect((await first('GET', `/adminApi/admin-log/edit?id=${other}`)).code).toBe(404)
  expect((await first('GET', `/adminApi/admin-log/edit?id=${own}`)).code).toBe(200)
  expect((await first('GET', `/adminApi/admin-log/changes?id=${other}`)).code).toBe(404)
  expect((await first('GET', `/adminApi/admin-log/changes?id=${own}`)).code).toBe(200)
  const found = (await first('GET', '/adminApi/find/records?quickSearch=second')).data as { groups: unknown[] }
  expect(JSON.stringify(found)).not.toContain('subject/add')
  const file = await api.request('/adminApi/admin-log/export?format=csv', {
    headers: { authorization: `Bearer ${first.tokens.access_token}` },
  })
  const text = await file.text()
  expect(text).toContain('first')
  expect(text).not.toContain('second')
})

test('all rows with the second node', async () => {
  const { callers } = await three(['auth/adminLog/index', 'auth/adminLog/all'])
  expect(await names(callers[1], '/adminApi/admin-log/index')).toEqual(['admin', 'first', 'second'])
})

test('nothing without the node, and nobody writes', async () => {
  const { callers } = await three(['baseInfo/subject/index'])
  const [admin, first] = callers
  for (const path of ['index', 'edit?id=1', 'changes?id=1', 'verify', 'seals'])
    expect((await first('GET', `/adminApi/admin-log/${path}`)).code, path).toBe(403)
  expect((await admin('POST', '/adminApi/admin-log/edit', { id: 1 })).code).toBe(405)
  expect((await admin('DELETE', '/adminApi/admin-log/del?ids[]=1')).code).toBe(404)
})

test('what a call has changed, with links to what the caller may see', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const body = { code: 'LAT', name: 'Latin', levelIds: [], type: 'school', fullMark: 150 }
  const saved = await call('POST', '/adminApi/subject/add', body)
  expect(saved.code, JSON.stringify(saved.data)).toBe(200)
  const list = (await call('GET', '/adminApi/admin-log/index')).data as { list: { id: number }[] }
  const changes = await call('GET', `/adminApi/admin-log/changes?id=${list.list[0]?.id}`)
  expect(changes.data).toMatchObject({
    sets: [
      {
        kind: 'save',
        tables: [
          {
            resource: 'subject',
            menu: 'baseInfo/subject',
            open: true,
            count: 1,
            rows: [{ operation: 'insert', name: 'Latin' }],
          },
        ],
      },
    ],
  })
})
