import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crudOperations } from '#src/server/crud/kit-calls.server.ts'
import { selectRows } from '#src/server/list/rows.server.ts'
import { openApi } from '#src/server/openapi/openapi.server.ts'
import { touchOwners } from '#src/server/write/put-rows.server.ts'
import { importer } from '../support/imports.ts'
import { safeDescription, safeResource, safes } from '../support/safes.ts'

const at = '/adminApi/safe'
const filter = (field: string) =>
  `filter=${encodeURIComponent(JSON.stringify({ field, operator: 'NOT NULL', val: '' }))}`

async function hiding() {
  const { admin, officer, db, made, ...rest } = await safes()
  const stored = async () =>
    (await db.execute(sql`select name, code, weight from safe join safe_card on safe_id = safe.id order by safe.id`))
      .rows
  const undo = (call: typeof admin, changeSetId: unknown) => call('POST', '/adminApi/history/undo', { changeSetId })
  return { admin, officer, db, made, stored, undo, ...rest }
}

test('without its node a field is in no answer', async () => {
  const { admin, officer, made } = await hiding()
  await admin('POST', `${at}/edit`, { id: made.id, code: 'lion', weight: 91 })
  const texts: string[] = []
  for (const path of [`index`, `edit?id=${made.id}`, `history?id=${made.id}`, 'sums', 'index?quickSearch=Big']) {
    const answer = await officer('GET', `${at}/${path}`)
    expect(answer.code, path).toBe(200)
    texts.push(JSON.stringify(answer.data))
  }
  const bulk = { ids: [made.id], values: { name: 'Small' }, preview: true }
  texts.push(JSON.stringify(await officer('POST', `${at}/bulkEdit`, bulk)))
  const stale = await officer('POST', `${at}/edit`, { id: made.id, version: 1, name: 'Mine' })
  expect(stale).toMatchObject({ code: 409, data: { current: { name: 'Big' } } })
  texts.push(JSON.stringify(stale))
  await admin('DELETE', `${at}/del?ids[]=${made.id}`)
  texts.push(JSON.stringify((await officer('GET', `${at}/deleted`)).data))
  for (const text of texts) expect(text).not.toMatch(/code"?:? ?"(lion|tiger)|"code","|weight|Code word|lion|tiger/)
})

test('who holds the node sees all of it', async () => {
  const { admin, made } = await hiding()
  expect((await admin('GET', `${at}/edit?id=${made.id}`)).data).toMatchObject({ row: { code: 'tiger', weight: 90 } })
  expect((await admin('GET', `${at}/sums`)).data).toEqual({ sums: { weight: 90 } })
  expect((await admin('GET', `${at}/index?${filter('code')}`)).data).toMatchObject({ total: 1 })
})

test('a request that names the field gets the answer of an unknown field', async () => {
  const { officer } = await hiding()
  for (const [known, unknown] of [
    [`index?${filter('code')}`, `index?${filter('nothing')}`],
    ['index?order=code,asc', 'index?order=nothing,asc'],
    ['export?columns=code', 'export?columns=nothing'],
  ]) {
    const [one, other] = [await officer('GET', `${at}/${known}`), await officer('GET', `${at}/${unknown}`)]
    expect(one.code).toBe(400)
    expect(one.msg.replace('code', 'nothing')).toBe(other.msg)
  }
  expect((await officer('GET', `${at}/index?quickSearch=tiger`)).data).toMatchObject({ total: 0 })
})

test('a write that carries the field is refused, and an edit of others keeps its value', async () => {
  const { officer, made, stored } = await hiding()
  const sent = { id: made.id, name: 'Small', code: 'mine' }
  expect(await officer('POST', `${at}/edit`, sent)).toMatchObject({
    code: 422,
    data: { errors: { code: expect.anything() } },
  })
  expect(await officer('POST', `${at}/add`, { name: 'New', weight: 1 })).toMatchObject({ code: 422 })
  expect(await officer('POST', `${at}/bulkEdit`, { ids: [made.id], values: { code: 'x' } })).toMatchObject({
    code: 422,
  })
  expect(await officer('POST', `${at}/edit`, { id: made.id, name: 'Small' })).toMatchObject({ code: 200 })
  expect(await officer('POST', `${at}/add`, { name: 'New' })).toMatchObject({ code: 200 })
  expect(await stored()).toEqual([
    { name: 'Small', code: 'tiger', weight: 90 },
    { name: 'New', code: '', weight: null },
  ])
})

test('the rules of the resource know the whole row, and do not name the field', async () => {
  const { admin, officer, made } = await hiding()
  await admin('POST', `${at}/edit`, { id: made.id, code: 'locked' })
  const refused = await officer('POST', `${at}/edit`, { id: made.id, name: 'Small' })
  expect(refused).toMatchObject({ code: 422, data: { errors: { '': ['It is locked'] } } })
  expect(await admin('POST', `${at}/edit`, { id: made.id, name: 'Small' })).toMatchObject({
    data: { errors: { code: ['It is locked'] } },
  })
})

test('an edit of the field is taken back only by who sees it; a row that comes back has it', async () => {
  const { admin, officer, made, stored, undo } = await hiding()
  const coded = (await admin('POST', `${at}/edit`, { id: made.id, code: 'lion' })).data as { changeSetId: number }
  const weighed = (await admin('POST', `${at}/edit`, { id: made.id, weight: 91 })).data as { changeSetId: number }
  const named = (await admin('POST', `${at}/edit`, { id: made.id, name: 'Small' })).data as { changeSetId: number }
  expect(await undo(officer, coded.changeSetId)).toMatchObject({ code: 403 })
  expect(await undo(officer, weighed.changeSetId)).toMatchObject({ code: 403 })
  expect(await undo(officer, named.changeSetId)).toMatchObject({ code: 200 })
  expect(await undo(admin, weighed.changeSetId)).toMatchObject({ code: 200 })
  const gone = (await officer('DELETE', `${at}/del?ids[]=${made.id}`)).data as { changeSetId: number }
  expect(await undo(officer, gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await stored()).toEqual([{ name: 'Big', code: 'lion', weight: 90 }])
})

test('an edit of the field is not taken back with other rows of its change set', async () => {
  const { admin, officer, made, stored, undo, db } = await hiding()
  const mixed = await write(db, systemAuthor, 'save', async (tx, changeSetId) => {
    await tx.execute(sql`insert into safe (name) values ('New')`)
    const before = await selectRows(tx, safeResource, sql`safe.id = ${made.id}`, undefined, 1)
    await tx.execute(sql`update safe_card set weight = 91 where safe_id = ${made.id}`)
    await touchOwners({ tx, resource: safeResource }, before)
    return changeSetId
  })
  expect(await undo(officer, mixed)).toMatchObject({ code: 403 })
  expect(await stored()).toEqual([{ name: 'Big', code: 'tiger', weight: 91 }])
  expect(await undo(admin, mixed)).toMatchObject({ code: 200 })
  expect(await stored()).toEqual([{ name: 'Big', code: 'tiger', weight: 90 }])
})

test('a restored state leaves the field as it is', async () => {
  const { admin, officer, made, stored } = await hiding()
  await admin('POST', `${at}/edit`, { id: made.id, name: 'Small', code: 'lion', weight: 91 })
  const { list } = (await officer('GET', `${at}/history?id=${made.id}`)).data as { list: { id: number }[] }
  const body = { id: made.id, changeId: list[1]?.id }
  expect(await officer('POST', `${at}/restore`, { ...body, fields: ['code'] })).toMatchObject({ code: 422 })
  expect(await officer('POST', `${at}/restore`, body)).toMatchObject({ code: 200 })
  expect(await stored()).toEqual([{ name: 'Big', code: 'lion', weight: 91 }])
})

test('files have no such column, in either direction', async () => {
  const { officer, api, jobs, stored, ...made } = await hiding()
  await jobs.start()
  const headers = { authorization: `Bearer ${officer.tokens.access_token}`, 'accept-language': 'en' }
  const exported = await api.request(`${at}/export`, { headers })
  expect((await exported.text()).replace('\ufeff', '')).toBe('Name,Phone\nBig,\n')
  const { send } = importer({ ...made, api, jobs, stored } as never, officer, 'safe')
  const { data } = await send('Name,Code word,Weight\nBig,mine,1\n')
  expect(data.columns.map(({ field }) => field)).toEqual(['name', null, null])
  const plan = { header: 1, mapping: ['name', 'code', null], keys: ['name'] }
  expect(await officer('POST', `${at}/importCheck`, { id: data.id, plan })).toMatchObject({ code: 422 })
})

test('the contract says which node a field needs', () => {
  const add = crudOperations(safeDescription).filter(({ path, method }) => path === `${at}/add` && method === 'post')
  expect(JSON.stringify(openApi(add, {}, 'Safes'))).toContain('"x-node":"baseInfo/subject/edit"')
})

test('a field that everybody needs cannot have a node', () => {
  const { table, owns = [] } = safeResource
  const [name, ...others] = safeDescription.fields
  if (!name) throw new Error('no field')
  const guarded = { ...name, node: 'baseInfo/subject/edit' } as const
  const description = { ...safeDescription, fields: [guarded, ...others] }
  expect(() => compileResource({ description, table, owns, scope: 'unscoped' })).toThrow('everybody needs it')
})

test('a field that is shown in part is read as that part everywhere, and is neither searched nor written', async () => {
  const { admin, officer, made, api, db } = await hiding()
  await admin('POST', `${at}/edit`, { id: made.id, phone: '13800000001' })
  const shownTo = async (call: typeof admin) =>
    ((await call('GET', `${at}/index`)).data as { list: { phone: string }[] }).list.map(({ phone }) => phone)
  expect(await shownTo(admin)).toEqual(['13800000001'])
  expect(await shownTo(officer)).toEqual(['138****0001'])
  expect((await officer('GET', `${at}/edit?id=${made.id}`)).data).toMatchObject({ row: { phone: '138****0001' } })
  const file = await api.request(`${at}/export?format=csv`, {
    headers: { authorization: `Bearer ${officer.tokens.access_token}` },
  })
  const text = await file.text()
  expect(text).toContain('138****0001')
  expect(text).not.toContain('13800000001')
  expect((await officer('GET', `${at}/index?quickSearch=13800000001`)).data).toMatchObject({ list: [] })
  expect((await admin('GET', `${at}/index?quickSearch=13800000001`)).data).toMatchObject({ list: [{ id: made.id }] })
  for (const query of [filter('phone'), 'order=phone,asc', 'search[0][field]=phone&search[0][val]=138']) {
    expect((await officer('GET', `${at}/index?${query}`)).code, query).toBe(400)
  }
  expect((await officer('POST', `${at}/edit`, { id: made.id, phone: '1' })).code).toBe(422)
  expect((await officer('POST', `${at}/bulkEdit`, { ids: [made.id], values: { phone: '1' } })).code).toBe(422)
  const history = JSON.stringify((await officer('GET', `${at}/history?id=${made.id}`)).data)
  expect(history).not.toMatch(/138/)
  // Another field of the row is still the officer's to change, and the whole number stays.
  expect((await officer('POST', `${at}/edit`, { id: made.id, name: 'Small' })).code).toBe(200)
  expect((await db.execute(sql`select name, phone from safe`)).rows).toEqual([{ name: 'Small', phone: '13800000001' }])
  for (const [stored, shown] of [
    ['12345', '****'],
    ['', ''],
  ]) {
    await admin('POST', `${at}/edit`, { id: made.id, phone: stored })
    expect(await shownTo(officer)).toEqual([shown])
  }
})
