import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'

type Rows = { list: Record<string, unknown>[]; labels: unknown }

test('rows with ids of zero and less are used like all others', async () => {
  const { adopt, propose, undo, one } = await startAdopted('club')
  expect((await propose('cd.members')).notes).toEqual([])
  // What points to rows is no title, and neither is a key that only tells them apart.
  expect((await propose('cd.bookings')).design.description.rowTitle).toBe('starttime')
  const members = await adopt('cd.members')
  const bookings = await adopt('cd.bookings')
  expect(members.design.description.rowTitle).toBe('surname')
  expect((await members.list('?order=id,asc')).list.map(({ id }) => id)).toEqual([-3, 0, 1])
  expect(await members.call('GET', 'edit?id=0')).toMatchObject({ row: { id: 0, surname: 'GUEST' } })
  const byGuest = JSON.stringify({ field: 'memid', operator: 'IN', val: [0] })
  const { list, labels } = (await bookings.call(
    'GET',
    `index?filter=${encodeURIComponent(byGuest)}&order=id,asc`,
  )) as Rows
  expect(list.map(({ id, memid }) => [id, memid])).toEqual([
    [0, 0],
    [2, 0],
  ])
  expect(labels).toMatchObject({ memid: { 0: 'GUEST' } })

  await members.call('POST', 'edit', { id: 0, version: 1, surname: 'Guest' })
  expect(await members.call('GET', 'history?id=0')).toMatchObject({ list: [{ operation: 'update' }] })
  await expect(members.call('DELETE', 'del?ids[]=0')).rejects.toThrow('409')
  const gone = (await bookings.call('DELETE', 'del?ids[]=0')) as { changeSetId: number }
  expect(await bookings.call('GET', 'deleted')).toMatchObject({ list: [{ id: 0 }] })
  expect(await undo(gone.changeSetId)).toMatchObject({ code: 200 })
  expect(await members.call('POST', 'bulkDel', { ids: [-3, 0], preview: true })).toMatchObject({
    matched: 2,
    refused: [{ id: 0 }],
  })

  // The numbers of this table lag behind its rows, as after rows were copied in with theirs.
  const added = await bookings.add({ memid: 0, starttime: '2012-07-05T10:00:00Z', slots: 1 })
  expect(added.id).toBe(3)
  expect(await one('select memid from cd.bookings where bookid = 3')).toEqual({ memid: 0 })
})

test('saving a row changes only the columns whose fields were changed', async () => {
  const { adopt, one } = await startAdopted('club')
  const members = await adopt('cd.members')
  const stored = (id: number) =>
    one(`select to_jsonb(m) - '{version,update_by,update_time}'::text[] as row from cd.members m where memid = ${id}`)
  const { fields } = members.design.description
  const form = async (id: number) => {
    const { row } = (await members.call('GET', `edit?id=${id}`)) as { row: Record<string, unknown> }
    const sent = fields.filter(({ readOnly, addOnly }) => !readOnly && !addOnly)
    // A form has no value for nothing where its control holds a text.
    return Object.fromEntries(sent.map(({ name, type }) => [name, row[name] ?? (type === 'text' ? '' : null)]))
  }
  for (const id of [0, 1]) {
    const before = await stored(id)
    expect(await members.call('POST', 'edit', { ...(await form(id)), id, version: 1 })).toMatchObject({
      version: 1,
      changeSetId: null,
    })
    expect(await stored(id)).toEqual(before)
  }
  await members.call('POST', 'edit', { ...(await form(1)), id: 1, version: 1, firstname: 'Dan' })
  expect(await one('select firstname, telephone, joindate::text as joined from cd.members where memid = 1')).toEqual({
    firstname: 'Dan',
    telephone: '',
    joined: '2012-07-02 12:02:05.123456',
  })
  await members.call('POST', 'edit', {
    ...(await form(0)),
    id: 0,
    version: 1,
    telephone: '1',
    joindate: '2012-07-01T00:00:01Z',
  })
  expect(
    await one('select telephone, joindate::text as joined, balance::text as balance from cd.members where memid = 0'),
  ).toEqual({
    telephone: '1',
    joined: '2012-07-01 00:00:01',
    balance: '12345678901234.0123456789',
  })
  await members.call('POST', 'edit', { id: 0, version: 2, telephone: '' })
  expect(await one('select telephone from cd.members where memid = 0')).toEqual({ telephone: '' })
})

test('tables without a screen that use a row are named once, with all their rows', async () => {
  const { adopt, db, admin } = await startAdopted('club')
  const members = await adopt('cd.members')
  await db.execute(
    sql.raw(`create table lockers (memid int references cd.members); create table cards (memid int references cd.members);
    insert into cd.members (memid, surname, firstname, joindate) values (77, 'Kay', 'Ann', '2012-07-01'); insert into lockers values (77), (77); insert into cards values (77)`),
  )
  const { msg } = await admin('DELETE', `/adminApi/${members.key}/del?ids[]=77`)
  const places = m.error_inUsePlace({ where: 'other data', count: 3 }, { locale: 'en' })
  expect(msg).toBe(m.error_inUse({ name: 'Kay', places }, { locale: 'en' }))
})
