import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idOf } from '../support/base-info.ts'
import { dayAt, seenBy, startTeaching } from '../support/teaching.ts'

async function school() {
  const api = await startTeaching()
  idOf(await api.pupil({ number: 'E1', name: 'Li Lei', orgId: api.east.one }))
  idOf(await api.pupil({ number: 'E2', name: 'Han Mei', orgId: api.east.two }))
  idOf(await api.pupil({ number: 'W1', name: 'Wang Fang', orgId: api.west.one }))
  const teacher = await api.teacher('li', api.east.id)
  return { ...api, li: teacher.id, caller: teacher.caller }
}

/** Takes all assignments away. */
async function clear({ db }: Pick<Awaited<ReturnType<typeof school>>, 'db'>) {
  await db.execute(sql`delete from teaching`)
  await db.execute(sql`update permission_epoch set epoch = epoch || '.'`)
}

test('a teacher sees the classes of the current term, in lists, forms, histories and exports, and gets none alone', async () => {
  const product = await school()
  // An export has what the teacher sees.
  {
    const api = product
    const { li, east, assign } = api
    idOf(await assign(li, east.one))
    const headers = { authorization: `Bearer ${api.caller.tokens.access_token}`, 'accept-language': 'en' }
    const response = await api.api.request('/adminApi/student/export?format=csv', { headers })
    const text = await response.text()
    expect(text).toContain('Li Lei')
    expect(text).not.toContain('Han Mei')
    expect(text).not.toContain('Wang Fang')
  }
  await clear(product)
  // A teacher sees the classes of the current term, their pupils and assignments, and nothing else.
  {
    const api = product
    const { caller, li, east, west, assign, terms } = api
    expect(await seenBy(caller, 'student', 'number')).toEqual([])
    expect(await seenBy(caller, 'organization', 'code')).toEqual([])
    idOf(await assign(li, east.one))
    idOf(await assign(li, west.one, { termId: terms.past }))
    idOf(await assign(li, east.two, { termId: terms.next }))
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E1'])
    expect(await seenBy(caller, 'organization', 'code')).toEqual(['E-1'])
    expect(await seenBy(caller, 'teaching', 'orgId')).toEqual([String(east.one)])
    expect((await caller('GET', '/adminApi/student/count')).data).toMatchObject({ total: 1 })
  }
  await clear(product)
  // Who sees a row names the classes taught as the reason.
  {
    const { call, li, east, assign, db } = product
    idOf(await assign(li, east.one))
    const { rows } = await db.execute<{ id: number }>(sql`select id from student where number = 'E1'`)
    const { data } = await call('GET', `/adminApi/student/viewers?id=${rows[0]?.id}`)
    const { list } = data as { list: { username: string; sees: object[] }[] }
    expect(list.find(({ username }) => username === 'li')).toMatchObject({
      sees: [{ scope: 'teaching', roles: ['role of li'] }],
    })
  }
  await clear(product)
  // What a teacher does not see is neither read, written, chosen nor found in the history.
  {
    const api = product
    const { caller, call, li, east, west, assign } = api
    idOf(await assign(li, east.one))
    const { data } = await call('GET', '/adminApi/student/index?order=number,asc')
    const [e1, , w1] = (data as { list: { id: number }[] }).list
    expect((await caller('GET', `/adminApi/student/edit?id=${w1?.id}`)).code).toBe(404)
    expect((await caller('POST', '/adminApi/student/edit', { id: w1?.id, name: 'Other' })).code).toBe(404)
    expect((await caller('GET', `/adminApi/student/history?id=${w1?.id}`)).code).toBe(404)
    expect((await caller('POST', '/adminApi/student/edit', { id: e1?.id, name: 'Renamed' })).code).toBe(200)
    expect((await caller('GET', `/adminApi/student/history?id=${e1?.id}`)).code).toBe(200)
    // A pupil is not moved to a class that the teacher does not see.
    const moved = { id: e1?.id, orgId: east.two, since: '2025-01-01' }
    expect((await caller('POST', '/adminApi/student/edit', moved)).code).toBe(422)
    const choices = await caller('GET', '/adminApi/student/select?field=orgId')
    expect(JSON.stringify(choices.data)).toContain('Class 1')
    expect(JSON.stringify(choices.data)).not.toContain(`"value":${west.one}`)
  }
  await clear(product)
  // A disabled term lets nobody see a class, and the term before does not take its place.
  {
    const { caller, call, li, east, west, assign, terms } = product
    idOf(await assign(li, east.one))
    idOf(await assign(li, west.one, { termId: terms.past }))
    await call('POST', '/adminApi/term/edit', { id: terms.current, status: 0 })
    expect(await seenBy(caller, 'student', 'number')).toEqual([])
    await call('POST', '/adminApi/term/edit', { id: terms.current, status: 1 })
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E1'])
  }
  await clear(product)
  // Nobody gets a class by the own assignments: neither by an edit, nor by a copy, nor by an undo.
  {
    const { call, east, west, assign, teacher, subjectId, terms } = product
    const { id, caller } = await teacher('wang', east.id, [
      'baseInfo/teaching/index',
      'baseInfo/teaching/add',
      'baseInfo/teaching/edit',
      'baseInfo/teaching/del',
    ])
    const mine = idOf(await assign(id, west.one))
    const moved = await call('POST', '/adminApi/teaching/edit', { id: mine, orgId: east.one })
    const lost = idOf(await assign(id, west.one))
    idOf(await assign(id, west.two, { termId: terms.past }))
    const removed = await call('DELETE', `/adminApi/teaching/del?ids[]=${lost}`)
    expect((await caller('POST', '/adminApi/teaching/edit', { id: mine, orgId: west.one })).code).toBe(422)
    const wanted = { accountId: id, orgId: west.one, subjectId, termId: terms.current }
    expect((await caller('POST', '/adminApi/teaching/add', wanted)).code).toBe(422)
    const copied = await caller('POST', '/adminApi/teaching/copy', { fromId: terms.past, toId: terms.current })
    expect(copied).toMatchObject({ code: 200, data: { count: 0, existing: 0, left: 0, changeSetId: null } })
    const undo = ({ data }: { data: unknown }) =>
      caller('POST', '/adminApi/history/undo', { changeSetId: (data as { changeSetId: number }).changeSetId })
    expect(await undo(removed)).toMatchObject({ code: 404 })
    expect(await undo(moved)).toMatchObject({ code: 409 })
    const restore = (row: { id: number; changeId: number } | undefined) =>
      caller('POST', '/adminApi/teaching/restore', { id: row?.id, changeId: row?.changeId })
    const deleted = (await call('GET', '/adminApi/teaching/deleted')).data
    expect(await restore((deleted as { list: { id: number; changeId: number }[] }).list[0])).toMatchObject({
      code: 404,
    })
    const history = (await call('GET', `/adminApi/teaching/history?id=${mine}`)).data
    const [, first] = (history as { list: { changeId: number }[] }).list
    expect(await restore(first && { id: mine, changeId: first.changeId })).toMatchObject({ code: 422 })
    expect(await seenBy(caller, 'teaching', 'orgId')).toEqual([String(east.one)])
  }
  await clear(product)
  // The dashboard counts the classes of the moment.
  {
    const { east, assign, teacher } = product
    const { id, caller } = await teacher('zhao', east.id, ['dashboard', 'baseInfo/organization/index'])
    const count = async () => (await caller('GET', '/adminApi/dashboard/summary')).data
    expect(await count()).toMatchObject({ organizations: { total: 0 } })
    idOf(await assign(id, east.one))
    expect(await count()).toMatchObject({ organizations: { total: 1 } })
  }
  await clear(product)
  // In the holidays the term before counts until the next one begins, whose classes count then.
  {
    const { caller, call, li, east, assign, terms } = product
    idOf(await assign(li, east.one))
    idOf(await assign(li, east.two, { termId: terms.next }))
    const move = (id: number, since: number, until: number) =>
      call('POST', '/adminApi/term/edit', { id, since: dayAt(since), until: dayAt(until) })
    expect((await move(terms.current, -100, -10)).code).toBe(200)
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E1'])
    expect((await move(terms.next, -5, 100)).code).toBe(200)
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E2'])
    expect((await move(terms.next, 5, 100)).code).toBe(200)
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E1'])
  }
  await clear(product)
  // The scopes of two roles add up.
  {
    const { db, east, west, assign, teacher } = product
    const { id, caller } = await teacher('sun', east.id)
    idOf(await assign(id, west.one))
    await db.execute(sql`with made as (insert into role (name, scope, sort_key) values ('East', 'orgBelow', 'zzz') returning id)
      insert into account_role (account_id, role_id) select ${id}, id from made`)
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E1', 'E2', 'W1'])
    expect(await seenBy(caller, 'organization', 'id')).toEqual(
      [east.id, east.one, east.two, west.one].map(String).toSorted(),
    )
  }
  await clear(product)
  // An assignment that is removed, and the end of a role, end the sight at once.
  {
    const { caller, call, li, east, assign, db } = product
    const id = idOf(await assign(li, east.one))
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E1'])
    await call('POST', '/adminApi/teaching/edit', { id, orgId: east.two })
    expect(await seenBy(caller, 'student', 'number')).toEqual(['E2'])
    await call('DELETE', `/adminApi/teaching/del?ids[]=${id}`)
    expect(await seenBy(caller, 'student', 'number')).toEqual([])
    idOf(await assign(li, east.one))
    await db.execute(sql`update account_role set end_time = now() - interval '1 minute' where account_id = ${li}`)
    await db.execute(sql`update permission_epoch set epoch = epoch || '.'`)
    expect((await caller('GET', '/adminApi/student/index')).code).toBe(403)
  }
})
