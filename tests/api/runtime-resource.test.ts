import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { mounts } from '#src/features/mount.server.ts'
import { createApi } from '#src/server/api.server.ts'
import type { ListAnswer } from '#src/server/list/list.server.ts'
import { callerOf } from '../support/api.ts'
import { apiDeps } from '../support/deps.ts'
import { description, fields, full, text } from '../support/exam-room.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'
import { rooms } from '../support/rooms.ts'

/** Removes the resource and its rows, so that the next case stores its own. */
async function anew({ admin, db }: Awaited<ReturnType<typeof rooms>>): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from resource_description`)
  for (const { id } of rows) await admin('DELETE', `/adminApi/resource/del?ids[]=${id}`)
  await db.execute(sql`delete from res_exam_room`)
}

test('a stored description is a resource: fields, rules, history, menu, verbs, in every process, and gone when deleted', async () => {
  const made = await rooms()
  // A description is a resource as soon as it is stored: every type of field goes in and comes out.
  {
    const { admin, store, ids } = made
    expect(await admin('GET', '/adminApi/exam-room/index')).toMatchObject({ status: 404 })
    expect(await store()).toMatchObject({ code: 200, data: { version: 1 } })
    const added = await admin('POST', '/adminApi/exam-room/add', { ...full, orgId: ids.S1 })
    expect(added).toMatchObject({ code: 200, msg: 'Added' })
    const { data } = await admin('GET', '/adminApi/exam-room/index?order=name,desc&quickSearch=room')
    const { list, total, labels } = data as ListAnswer
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ ...full, orgId: ids.S1, version: 1 })
    expect(labels).toMatchObject({ orgId: { [ids.S1]: 'Name S1' }, areaCode: { 440305: '广东省 / 深圳市 / 南山区' } })
    const { id } = added.data as { id: number }
    expect(await admin('POST', '/adminApi/exam-room/edit', { id, version: 1, open: 1, seats: 31 })).toMatchObject({
      data: { version: 2 },
    })
    expect(await admin('GET', `/adminApi/exam-room/edit?id=${id}`)).toMatchObject({
      data: { row: { open: 1, seats: 31 } },
    })
    expect(await admin('GET', '/adminApi/exam-room/select?field=orgId&quickSearch=S2')).toMatchObject({
      data: { list: [{ value: ids.S2 }] },
    })
  }
  // Its rules hold, in the language of the request, and its answers carry what all answers carry.
  {
    await anew(made)
    const { admin, store } = made
    await store()
    const wrong = { name: '', seats: 501, kind: 'c', builtOn: '2026-02-30', orgId: 999, surprise: 1 }
    const answer = await admin(
      'POST',
      '/adminApi/exam-room/add',
      { ...wrong, surprise: undefined },
      { 'accept-language': 'zh' },
    )
    expect(answer.status).toBe(422)
    expect(Object.keys((answer.data as { errors: object }).errors)).toEqual(
      expect.arrayContaining(['name', 'seats', 'kind', 'builtOn']),
    )
    expect(await admin('POST', '/adminApi/exam-room/add', { name: 'x', surprise: 1 })).toMatchObject({ status: 422 })
    expect(await admin('GET', '/adminApi/exam-room/index?order=seats,asc')).toMatchObject({ status: 400 })
    const listed = await admin('GET', '/adminApi/exam-room/index', undefined, { 'x-request-id': 'request-0042' })
    expect([listed.headers.get('x-request-id'), listed.headers.get('cache-control')]).toEqual([
      'request-0042',
      'no-store',
    ])
    expect(await admin('POST', '/adminApi/exam-room/nonsense', {})).toMatchObject({ status: 404 })
  }
  // It has history, bulk edit, undo and restore like every resource.
  {
    await anew(made)
    const { admin, store } = made
    await store()
    const { id } = (await admin('POST', '/adminApi/exam-room/add', full)).data as { id: number }
    const bulk = await admin('POST', '/adminApi/exam-room/bulkEdit', { query: {}, values: { seats: 99 } })
    const { changeSetId } = bulk.data as { changeSetId: number }
    expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({
      code: 200,
      data: { undone: 1 },
    })
    const { list } = (await admin('GET', `/adminApi/exam-room/history?id=${id}`)).data as {
      list: { fields: { field: string; label: string }[] }[]
    }
    expect(list).toHaveLength(3)
    expect(list[0]?.fields).toMatchObject([{ field: 'seats', label: 'Seats', before: 99, after: 30 }])
  }
  // Its menu leads to a page, is called as it is in each language, and its path leads to the description.
  {
    await anew(made)
    const { admin, store } = made
    await store()
    type Menu = { path: string; children: Menu[] }
    const find = (menus: Menu[]): Menu | undefined =>
      menus.flatMap((menu) => (menu.path === 'baseInfo/exam-room' ? [menu] : (find(menu.children) ?? [])))[0]
    const menu = async (language: string) =>
      find((await admin('GET', '/adminApi/menu', undefined, { 'accept-language': language })).data as Menu[])
    const titles = { 'zh-cn': 'Exam rooms（中）', en: 'Exam rooms' }
    expect(await menu('en')).toMatchObject({ title: 'Exam rooms', titles, component: 'description:exam-room' })
    expect(await menu('zh')).toMatchObject({ title: 'Exam rooms（中）', titles })
    const at = (path: string) => admin('GET', `/adminApi/resource/description?path=${encodeURIComponent(path)}`)
    expect(await at('baseInfo/exam-room')).toMatchObject({ data: { description: { key: 'exam-room' } } })
    for (const path of ['baseInfo/organization', 'baseInfo/exam-room/x', '', "'"]) {
      expect((await at(path)).status, path).toBe(404)
    }
    expect((await admin('GET', '/adminApi/resource/description')).status).toBe(400)
  }
  // Its verbs say what it offers and which buttons its menu has, and follow every change of them.
  {
    await anew(made)
    const { admin, store, db } = made
    const stored = await store({ verbs: ['index', 'add'] })
    expect(stored).toMatchObject({ code: 200 })
    const buttons = async () => {
      const { rows } = await db.execute(
        sql`select name from rule where name like 'baseInfo/exam-room/%' order by sort_key`,
      )
      return rows.map(({ name }) => String(name).split('/').at(-1))
    }
    expect(await buttons()).toEqual(['index', 'add'])
    const added = await admin('POST', '/adminApi/exam-room/add', { name: 'A' })
    expect(added).toMatchObject({ code: 200 })
    const { id } = added.data as { id: number }
    const refused = [
      ['POST', 'edit', { id, name: 'B' }],
      ['POST', 'page', { id, name: 'B' }],
      ['POST', 'bulkEdit', { ids: [id], values: {} }],
      ['POST', 'restore', { id, changeId: 1 }],
      ['GET', 'deleted', undefined],
      ['DELETE', `del?ids[]=${id}`, undefined],
    ] as const
    for (const [method, path, body] of refused)
      expect((await admin(method, `/adminApi/exam-room/${path}`, body)).status, path).toBe(404)
    const { id: stays, version } = stored.data as { id: number; version: number }
    const { data } = await admin('GET', '/adminApi/resource/description?key=exam-room')
    const { description } = data as { description: object }
    const changed = { ...description, verbs: ['index', 'edit', 'del'] }
    expect(await admin('POST', '/adminApi/resource/edit', { id: stays, version, description: changed })).toMatchObject({
      status: 200,
    })
    expect(await buttons()).toEqual(['index', 'edit', 'del'])
    expect(await admin('POST', '/adminApi/exam-room/add', { name: 'C' })).toMatchObject({ status: 404 })
    expect(await admin('POST', '/adminApi/exam-room/edit', { id, name: 'B' })).toMatchObject({ status: 200 })
    const wrong = { ...description, verbs: ['add'] }
    expect(await admin('POST', '/adminApi/resource/edit', { id: stays, description: wrong })).toMatchObject({
      status: 422,
    })
  }
  // A change is served by every process at once, and what is deleted is gone.
  {
    await anew(made)
    const { admin, store, db } = made
    const { id } = (await store()).data as { id: number }
    // A connection and an API of its own, as another process has them.
    const second = openDatabase(made.url, 2)
    onTestFinished(() => second.$client.end())
    const other = callerOf(createApi(apiDeps(second), mounts), admin.tokens)
    const ask = () => other('GET', '/adminApi/resource/description?key=exam-room')
    expect(await ask()).toMatchObject({ data: { description: { title: { en: 'Exam rooms' } } } })
    const changed = { ...description, title: text('Rooms') }
    expect(await admin('POST', '/adminApi/resource/edit', { id, version: 1, description: changed })).toMatchObject({
      data: { version: 2 },
    })
    expect(await ask()).toMatchObject({ data: { description: { title: { en: 'Rooms' } } } })
    expect(await admin('POST', '/adminApi/resource/edit', { id, version: 1, description: changed })).toMatchObject({
      status: 409,
    })
    expect(
      await admin('POST', '/adminApi/resource/edit', { id, description: { ...changed, menu: 'elsewhere' } }),
    ).toMatchObject({ status: 422, data: { errors: { description: ['Key, table and menu are fixed'] } } })
    expect(await admin('DELETE', `/adminApi/resource/del?ids[]=${id}`)).toMatchObject({ code: 200 })
    expect((await ask()).status).toBe(404)
    expect((await db.execute(sql`select 1 from rule where name like 'baseInfo/exam-room%'`)).rows).toEqual([])
  }
})

test('a column that may be empty is delivered as what a form holds when nothing is filled in', async () => {
  const { admin, store, db } = await rooms()
  await db.execute(
    sql`alter table res_exam_room alter icon drop not null, alter marks drop not null, alter open drop not null`,
  )
  await store()
  await db.execute(sql`insert into res_exam_room (name, icon, marks, open) values ('bare', null, null, null)`)
  const { data } = await admin('GET', '/adminApi/exam-room/index')
  expect(data).toMatchObject({ list: [{ name: 'bare', icon: '', marks: [], open: 0, seats: null }] })
})

test('a stored resource keeps to the scope, has totals, is exported and imported, and is in the document of its side', async () => {
  const made = await rooms()
  // The OpenAPI document lists its calls for accounts of the back office alone: its name belongs to the instance.
  {
    const { store, api, admin, signIn } = made
    const member = await signIn('user')
    const paths = async (token = '') => {
      const headers = { 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) }
      const response = await api.request('/api/openapi.json', { headers })
      return { cached: response.headers.get('cache-control'), paths: Object.keys((await response.json()).paths) }
    }
    const before = await paths(admin.tokens.access_token)
    expect(before.paths).not.toContain('/adminApi/exam-room/index')
    await store()
    const after = await paths(admin.tokens.access_token)
    expect(after.paths).toEqual(expect.arrayContaining(['/adminApi/exam-room/index', '/adminApi/exam-room/bulkEdit']))
    expect(after.cached).toBe('private, no-cache')
    for (const token of ['', member.tokens.access_token]) {
      expect(await paths(token)).toEqual({ cached: 'public, max-age=300', paths: before.paths })
    }
  }
  // Its nodes are there for super and to be granted, and its rows keep to the scope.
  {
    await anew(made)
    const { admin, store, ids, db, signIn } = made
    await store()
    const info = (await admin('GET', '/adminApi/user/info')).data as {
      authNode: Record<string, string[]>
      permissions: string[]
    }
    expect(info.authNode['baseInfo/exam-room']).toEqual(['index', 'add', 'edit', 'del'])
    expect(JSON.stringify((await admin('GET', '/adminApi/menu')).data)).toContain('baseInfo/exam-room')
    for (const orgId of [ids.S1, ids.S2]) await admin('POST', '/adminApi/exam-room/add', { ...full, orgId })
    await addOfficer(made, { username: 'officer', nodes: [], scope: 'orgBelow', deptId: ids.D1 })
    const officer = await signIn('admin', 'officer', passwords.admin)
    expect(await officer('GET', '/adminApi/exam-room/index')).toMatchObject({ status: 403 })
    expect(await officer('GET', '/adminApi/resource/description?key=exam-room')).toMatchObject({ status: 403 })
    await db.execute(sql`insert into role_rule (role_id, rule_id) select r.id, u.id from role r, rule u
      where r.name = 'role of officer' and u.name like 'baseInfo/exam-room/%'`)
    expect((await officer('GET', '/adminApi/exam-room/index')).data).toMatchObject({
      total: 1,
      list: [{ orgId: ids.S1 }],
    })
    expect(await officer('GET', '/adminApi/resource/description?key=exam-room')).toMatchObject({
      data: { description: { key: 'exam-room' } },
    })
    const edit = (id: unknown, orgId: number | null) =>
      officer('POST', '/adminApi/exam-room/bulkEdit', { ids: [id], values: { orgId } })
    const [mine] = ((await officer('GET', '/adminApi/exam-room/index')).data as { list: { id: number }[] }).list
    // Without an organization, or with another one, the row would leave the officer's data scope.
    expect(await edit(mine?.id, null)).toMatchObject({ status: 403, msg: 'Outside your data scope' })
    expect((await edit(mine?.id, ids.S2)).status).toBe(422)
    expect((await officer('GET', '/adminApi/exam-room/index')).data).toMatchObject({ list: [{ orgId: ids.S1 }] })
    // The officer may not choose this organization.
    expect((await officer('POST', '/adminApi/exam-room/add', { ...full, orgId: ids.S2 })).code).toBe(422)
    expect(await officer('POST', '/adminApi/resource/add', { tableName: 'res_x', description: {} })).toMatchObject({
      status: 403,
    })
  }
  // Its totals are over every row that is found and may be seen, on whatever page.
  {
    await anew(made)
    const { admin, store, ids, db, signIn } = made
    const totals: Record<string, object> = { seats: { total: 'sum' }, price: { total: 'average' } }
    await store({ fields: fields.map((one) => ({ ...one, ...(totals[one.name] && { list: totals[one.name] }) })) })
    for (const [seats, price, orgId] of [
      [10, 100, ids.S1],
      [20, 300, ids.S1],
      [40, null, ids.S2],
    ])
      await admin('POST', '/adminApi/exam-room/add', { ...full, seats, price, orgId })
    const sums = async (query = '', caller = admin) =>
      (await caller('GET', `/adminApi/exam-room/sums?${query}`)).data as { sums: object }
    expect(await sums('limit=1')).toEqual({ sums: { seats: 70, price: 200 } })
    const filter = encodeURIComponent('{"field":"seats","operator":"gt","val":10}')
    expect(await sums(`filter=${filter}`)).toEqual({ sums: { seats: 60, price: 300 } })
    expect(await sums('quickSearch=nothing')).toEqual({ sums: { seats: null, price: null } })
    expect((await admin('GET', '/adminApi/exam-room/sums?surprise=1')).status).toBe(400)
    expect((await admin('GET', '/adminApi/organization/sums')).data).toEqual({ sums: {} })
    await addOfficer(made, { username: 'adds', nodes: [], scope: 'orgBelow', deptId: ids.D1 })
    const officer = await signIn('admin', 'adds', passwords.admin)
    expect((await officer('GET', '/adminApi/exam-room/sums')).status).toBe(403)
    await db.execute(sql`insert into role_rule (role_id, rule_id) select r.id, u.id from role r, rule u
      where r.name = 'role of adds' and u.name like 'baseInfo/exam-room/%'`)
    expect(await sums('', officer)).toEqual({ sums: { seats: 30, price: 200 } })
  }
  // A stored description names other titles of its columns.
  {
    await anew(made)
    const { admin, store } = made
    const stored = await store({ synonyms: { name: ['考场名', 'Room title'], seats: ['可坐人数'] } })
    expect(stored).toMatchObject({ code: 200 })
    const { send } = importer(made, admin, 'exam-room')
    const { data: view } = await send('序号,考场名,可坐人数\n1,Room 1,30\n2,Room 2,30\n')
    expect(view.columns.map(({ field, doubt }) => [field, doubt])).toEqual([
      [null, null],
      ['name', 'guess'],
      ['seats', 'guess'],
    ])
  }
  // An import whose resource is deleted before its turn comes fails, and says why.
  {
    await anew(made)
    const { admin, store } = made
    const { id } = (await store()).data as { id: number }
    const { send, planOf, until } = importer(made, admin, 'exam-room')
    const { data: view } = await send('Name,Seats\nRoom 1,30\n')
    const plan = { ...planOf(view), keys: ['name'] }
    const begun = await admin('POST', '/adminApi/exam-room/importCheck', { id: view.id, plan })
    expect(begun).toMatchObject({ code: 200, msg: 'Begun; you may leave this page' })
    expect(await admin('DELETE', `/adminApi/resource/del?ids[]=${id}`)).toMatchObject({ code: 200 })
    await made.jobs.start()
    expect(await until((begun.data as { job: number }).job)).toMatchObject({
      state: 'failed',
      message: 'There is no such resource any more, so nothing can be imported.',
    })
  }
  // It is exported and imported.
  {
    await anew(made)
    await made.jobs.start()
    const { api, admin, store, ids } = made
    await store()
    await admin('POST', '/adminApi/exam-room/add', { ...full, orgId: ids.S1 })
    const headers = { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' }
    const columns = 'name,seats,kind,open,marks,builtOn,orgId'
    const exported = await api.request(`/adminApi/exam-room/export?columns=${columns}`, { headers })
    const file = await exported.text()
    expect(file.replace('\ufeff', '').trimEnd().split('\n')).toEqual([
      'Name,Seats,Kind,Open,Marks,Built on,Organization',
      'Room 1,30,A,Disabled,quiet,1998-09-01,Name S1',
    ])
    const { bring } = importer(made, admin, 'exam-room')
    const { job } = await bring(file.replace('Room 1,30', 'Room 2,45'), { keys: ['name'] })
    expect(job).toMatchObject({ state: 'done', message: '1 added' })
    const { data } = await admin('GET', '/adminApi/exam-room/index?quickSearch=Room%202')
    expect(data).toMatchObject({
      list: [{ name: 'Room 2', seats: 45, kind: 'a', marks: ['quiet'], builtOn: '1998-09-01', orgId: ids.S1 }],
    })
  }
})
