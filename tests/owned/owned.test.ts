import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { selectRows } from '#src/server/list/rows.server.ts'
import { touchOwners } from '#src/server/write/put-rows.server.ts'
import { clubResource, clubs } from '../support/clubs.ts'

type Saved = { id: number; version: number; changeSetId: number }
type Entry = {
  id: number
  operation: string
  undoable: boolean
  fields: { field: string; before: unknown; after: unknown }[]
}

const at = '/adminApi/club'

async function chess() {
  const { admin, db, levels, api } = await clubs()
  const [one, two, three] = levels
  const add = async (more: object = {}) => {
    const answer = await admin('POST', `${at}/add`, { name: 'Chess', phone: '1', ...more })
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data as Saved
  }
  const fees = [
    { what: 'entry', amount: 10 },
    { what: 'board', amount: 5 },
  ]
  const made = await add({ levelIds: [one, two], fees, seats: 8, pin: 'secret-1' })
  const row = async (id = made.id) => {
    const answer = await admin('GET', `${at}/edit?id=${id}`)
    return (answer.data as { row: Record<string, unknown> }).row
  }
  const edit = (body: object, id = made.id) => admin('POST', `${at}/edit`, { id, ...body })
  const edited = async (body: object) => (await edit(body)).data as Saved
  const undo = (changeSetId: number) => admin('POST', '/adminApi/history/undo', { changeSetId })
  const history = async (query = '') =>
    ((await admin('GET', `${at}/history?id=${made.id}${query}`)).data as { list: Entry[] }).list
  /** The tables and operations that a change set recorded. */
  const recorded = async (changeSetId: number) => {
    const { rows } = await db.execute<{ one: string }>(sql`
      select table_name || ' ' || operation as one from change where change_set_id = ${changeSetId} order by 1`)
    return rows.map((row) => row.one)
  }
  return { admin, api, db, one, two, three, add, made, row, edit, edited, undo, history, recorded, fees }
}

test('a row and what it owns are one: added, read, listed, searched', async () => {
  const { row, one, two, fees, admin, add, db } = await chess()
  await add({ name: 'Go', phone: '2' })
  expect(await row()).toMatchObject({ levelIds: [one, two], fees, phone: '1', seats: 8, feeCount: 2, version: 1 })
  expect(await row()).not.toHaveProperty('pin')
  const found = async (query: string) =>
    ((await admin('GET', `${at}/index?${query}`)).data as { list: { name: string }[] }).list.map(({ name }) => name)
  const filter = (field: string, operator: string, val: unknown) =>
    found(`filter=${encodeURIComponent(JSON.stringify({ field, operator, val }))}`)
  expect(await filter('levelIds', 'FIND_IN_SET', two)).toEqual(['Chess'])
  expect(await filter('seats', 'NULL', '')).toEqual(['Go'])
  expect(await filter('phone', 'eq', '2')).toEqual(['Go'])
  expect(await filter('feeCount', 'gt', 1)).toEqual(['Chess'])
  expect(await found('quickSearch=2')).toEqual(['Go'])
  const { labels } = (await admin('GET', `${at}/index`)).data as { labels: Record<string, object> }
  expect(Object.keys(labels.levelIds ?? {})).toEqual([String(one), String(two)])
  const { rows } = await db.execute<{ pin: string }>(sql`select pin_hash as pin from club_secret order by id`)
  expect(rows[0]?.pin).toMatch(/^\$argon2id/)
})

test('only the owned rows that differ are written', async () => {
  const { edited, recorded, row, one, two, three } = await chess()
  const first = await edited({ levelIds: [two, three] })
  expect(await recorded(first.changeSetId)).toEqual(['club update', 'club_level delete', 'club_level insert'])
  const second = await edited({
    fees: [
      { what: 'board', amount: 5 },
      { what: 'entry', amount: 12 },
    ],
  })
  expect(await recorded(second.changeSetId)).toEqual(['club update', 'club_fee update', 'club_fee update'])
  const third = await edited({ seats: 9 })
  expect(await recorded(third.changeSetId)).toEqual(['club update', 'club_card update'])
  expect(await row()).toMatchObject({
    levelIds: [two, three],
    fees: [
      { what: 'board', amount: 5 },
      { what: 'entry', amount: 12 },
    ],
    seats: 9,
  })
  expect(await edited({ levelIds: [three, two], seats: 9 })).toMatchObject({ changeSetId: null })
  expect(one).toBeDefined()
})

test('a change of an owned row raises the version of its owner, so that a later editor meets it', async () => {
  const { edit, edited, row } = await chess()
  const before = await row()
  expect(await edited({ version: 1, seats: 9 })).toMatchObject({ version: 2 })
  expect((await row()).updateTime).not.toBe(before.updateTime)
  expect(await edit({ version: 1, phone: '3' })).toMatchObject({
    code: 409,
    data: { reason: 'stale', current: { version: 2, seats: 9 } },
  })
  expect(await edited({ version: 2, name: 'Chess!', seats: 10 })).toMatchObject({ version: 3 })
})

test('the errors of owned fields stand at the fields', async () => {
  const { add, admin } = await chess()
  await add({ name: 'Go', phone: '2' })
  const send = (body: object) => admin('POST', `${at}/add`, { name: 'Third', ...body })
  expect(await send({ phone: '2' })).toMatchObject({ code: 409, data: { errors: { phone: [expect.any(String)] } } })
  expect(await send({ levelIds: [999_999] })).toMatchObject({
    code: 422,
    data: { errors: { levelIds: expect.anything() } },
  })
  expect(await send({ fees: [{ amount: 1 }] })).toMatchObject({
    code: 422,
    data: { errors: { 'fees.0.what': expect.anything() } },
  })
})

test('the history tells owned fields as fields of the row, before and after', async () => {
  const { edited, history, one, two, three, fees } = await chess()
  await edited({ levelIds: [two, three] })
  await edited({ name: 'Chess!', fees: fees.slice(0, 1) })
  await edited({ pin: 'secret-2' })
  const list = await history()
  expect(list.map(({ operation, undoable }) => [operation, undoable])).toEqual([
    ['update', true],
    ['update', true],
    ['update', true],
    ['insert', true],
  ])
  expect(list[0]?.fields).toEqual([])
  expect(list[1]?.fields.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['name', 'Chess', 'Chess!'],
    ['fees', fees, fees.slice(0, 1)],
  ])
  expect(list[2]?.fields.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['levelIds', [one, two], [two, three]],
  ])
  const added = Object.fromEntries((list[3]?.fields ?? []).map(({ field, before, after }) => [field, [before, after]]))
  expect(added).toMatchObject({ levelIds: [null, [one, two]], fees: [null, fees], seats: [null, 8] })
  // A later page is told like the first one.
  const older = await history(`&before=${list[2]?.id}&limit=1`)
  expect(older).toEqual([list[3]])
})

test('an undo takes owned rows back, and an undo of the undo brings them again', async () => {
  const { edited, undo, row, history, one, two, three, fees } = await chess()
  const { changeSetId } = await edited({
    name: 'Chess!',
    levelIds: [three],
    fees: [{ what: 'lamp', amount: 1 }],
    seats: 9,
  })
  const undone = await undo(changeSetId)
  expect(undone).toMatchObject({ code: 200, data: { undone: 1, changed: 1 } })
  expect(await row()).toMatchObject({ name: 'Chess', levelIds: [one, two], fees, seats: 8, version: 3 })
  const last = (await history())[0]
  expect(last?.fields.map(({ field }) => field)).toEqual(['name', 'levelIds', 'fees', 'seats'])
  expect(await undo((undone.data as Saved).changeSetId)).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({
    name: 'Chess!',
    levelIds: [three],
    fees: [{ what: 'lamp', amount: 1 }],
    seats: 9,
  })
})

test('an undo refuses when an owned row was changed since, and leaves other owned rows as they are', async () => {
  const { edited, undo, row, two, three, one } = await chess()
  const first = await edited({ seats: 9 })
  await edited({ seats: 10 })
  expect(await undo(first.changeSetId)).toMatchObject({ code: 409, data: { rows: [{ reason: 'changed' }] } })
  const added = await edited({ levelIds: [one, two, three] })
  await edited({ phone: '9' })
  expect(await undo(added.changeSetId)).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({ levelIds: [one, two], phone: '9', seats: 10 })
})

test('the undo of an added row refuses while it owns other rows than it was added with', async () => {
  const { made, undo, edited, three } = await chess()
  const { changeSetId } = await edited({ levelIds: [three] })
  expect(await undo(made.changeSetId)).toMatchObject({ code: 409 })
  await undo(changeSetId)
  expect(await undo(made.changeSetId)).toMatchObject({ code: 200 })
})

test('a row that was just added goes with all that it owns', async () => {
  const { made, undo, db } = await chess()
  expect(await undo(made.changeSetId)).toMatchObject({ code: 200, data: { removed: 1 } })
  const { rows } = await db.execute<{ count: number }>(sql`
    select ((select count(*) from club) + (select count(*) from club_fee) + (select count(*) from club_level))::int as count`)
  expect(rows[0]?.count).toBe(0)
})

test('a deleted row is told with what it owned, and comes back with it', async () => {
  const { made, admin, row, one, two, fees, undo } = await chess()
  const gone = await admin('DELETE', `${at}/del?ids[]=${made.id}`)
  const { list } = (await admin('GET', `${at}/deleted`)).data as {
    list: { changeId: number; fields: { field: string; value: unknown }[] }[]
  }
  expect(list[0]?.fields).toContainEqual(expect.objectContaining({ field: 'fees', value: fees }))
  expect(await undo((gone.data as Saved).changeSetId)).toMatchObject({ code: 200, data: { restored: 1 } })
  const whole = { levelIds: [one, two], fees, phone: '1', seats: 8 }
  expect(await row()).toMatchObject(whole)
  await admin('DELETE', `${at}/del?ids[]=${made.id}`)
  const again = (await admin('GET', `${at}/deleted`)).data as { list: { changeId: number }[] }
  const body = { id: made.id, changeId: again.list[0]?.changeId }
  expect(await admin('POST', `${at}/restore`, body)).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject(whole)
})

test('a row returns to an earlier state with its owned fields, or with one of them', async () => {
  const { edited, history, admin, made, row, one, two, three, fees } = await chess()
  await edited({ levelIds: [three], fees: [], seats: 1 })
  const [, added] = await history()
  const restore = (fields?: string[]) =>
    admin('POST', `${at}/restore`, { id: made.id, changeId: added?.id, ...(fields ? { fields } : {}) })
  expect(await restore(['levelIds'])).toMatchObject({ code: 200, data: { version: 3 } })
  expect(await row()).toMatchObject({ levelIds: [one, two], fees: [], seats: 1 })
  expect(await restore()).toMatchObject({ code: 200, data: { version: 4 } })
  expect(await row()).toMatchObject({ levelIds: [one, two], fees, seats: 8 })
  expect(await restore()).toMatchObject({ code: 200, data: { changeSetId: null } })
})

test('a restored row keeps an owned field that no form writes', async () => {
  const { edited, history, admin, made, row, db, fees } = await chess()
  const visited = (count: number) =>
    write(db, systemAuthor, 'save', async (tx) => {
      await tx.execute(sql`update club_card set visits = ${count}`)
      await touchOwners({ tx, resource: clubResource }, await selectRows(tx, clubResource, undefined, undefined, 1))
    })
  await visited(3)
  await edited({ seats: 9 })
  await visited(4)
  await edited({ name: 'Chess!', seats: 10, fees: [] })
  const [, , then] = await history()
  const restore = (body: object) => admin('POST', `${at}/restore`, { id: made.id, changeId: then?.id, ...body })
  expect(await restore({ fields: ['visits'] })).toMatchObject({ code: 422 })
  expect(await restore({})).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({ name: 'Chess', seats: 9, fees, visits: 4 })
  await admin('DELETE', `${at}/del?ids[]=${made.id}`)
  expect(await restore({})).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({ name: 'Chess', seats: 9, fees, visits: 4 })
})

test('many rows get one value in their owned tables', async () => {
  const { admin, add, row, made, three } = await chess()
  const other = await add({ name: 'Go', phone: '2' })
  const answer = await admin('POST', `${at}/bulkEdit`, { ids: [made.id, other.id], values: { levelIds: [three] } })
  expect(answer).toMatchObject({ code: 200, data: { changed: 2 } })
  expect(await row()).toMatchObject({ levelIds: [three], version: 2 })
  expect(await row(other.id)).toMatchObject({ levelIds: [three], version: 2 })
})

test('two who edit owned rows at once do not lose each other’s', async () => {
  const { edit, row } = await chess()
  const answers = await Promise.all([edit({ version: 1, seats: 20 }), edit({ version: 1, seats: 30 })])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect([20, 30]).toContain((await row()).seats)
})

test('an export has the owned fields as the list shows them', async () => {
  const { admin, api } = await chess()
  const response = await api.request(`${at}/export?columns=name,levelIds,phone,seats,feeCount`, {
    headers: { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' },
  })
  const [, line] = (await response.text()).split('\n')
  expect(line).toMatch(/^Chess,"?[^,]+, [^,]+"?,1,8,2$/)
})
