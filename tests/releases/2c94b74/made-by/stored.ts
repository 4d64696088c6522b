import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { dropGuards } from '#src/features/resources/stored-guards.server.ts'
import { fields, full, description as room, text } from '../../../support/exam-room.ts'
import { type Person, refused, rowsOf, want, wrote } from '../contract.ts'
import { block, desk, locker, makeTables, small } from './stored-tables.ts'

interface Given {
  db: Database
  admin: Person
  organization(code: string): number
  subject(code: string): number
  /** An education level that nothing but a stored row uses. */
  level: number
}

/** Resources that exist only as a description, with rows, history and everything that they may point to. */
export async function arrangeStored({ db, admin, organization, subject, level }: Given) {
  const { call } = admin
  await makeTables(db)
  const saved = v.object({ id: v.number(), version: v.number() })
  const store = async (tableName: string, description: object, scopeField: string | null = null) =>
    want(saved, await call('POST', '/adminApi/resource/add', { tableName, scopeField, description }))
  const post = async (path: string, body: object) => wrote(await call('POST', `/adminApi/${path}`, body))
  const undo = (changeSetId: number) => post('history/undo', { changeSetId })

  // Every type of field; its table protects what it points to by itself, so it needs no guards.
  const rooms = await store('res_exam_room', room, 'orgId')
  const changed = fields.map((one) => (one.name === 'seats' ? { ...one, list: { total: 'sum' } } : one))
  want(
    saved,
    await call('POST', '/adminApi/resource/edit', {
      ...{ id: rooms.id, version: rooms.version },
      description: { ...room, plural: text('All exam rooms'), fields: changed },
    }),
  )
  const addRoom = async (name: string, code: string | null, more: object = {}) => {
    const orgId = code === null ? null : organization(code)
    return post('exam-room/add', { ...full, name, orgId, ...more })
  }
  const first = await addRoom('Room 1', 'YC-LH-S3', { entryCode: 'open sesame' })
  const second = await addRoom('Room 2', 'YC-LH-S3', { kind: 'b', seats: 45, uses: [] })
  const hall = await addRoom('礼堂 “大”', 'YC-BS-S1', { seats: 500, open: 1, photos: [], about: '', parts: [] })
  const bare = await post('exam-room/add', { name: 'Bare' })
  const doomed = await addRoom('Doomed', 'YC-NP-S1')
  await post('exam-room/edit', { id: first.id, version: 1, seats: 31, marks: ['quiet', 'dark'], opensAt: '07:45:00' })
  await post('exam-room/edit', { id: first.id, entryCode: 'another one' })
  const bulk = await post('exam-room/bulkEdit', { ids: [first.id, second.id], values: { seats: 60 } })
  await undo(bulk.changeSetId)
  const deletedRoom = wrote(await call('DELETE', `/adminApi/exam-room/del?ids[]=${doomed.id}`))
  const editedRoom = await post('exam-room/edit', { id: hall.id, seats: 480, colour: '#00ff00' })

  // Guards: foreign keys and triggers that the product made.
  await store('res_desk', desk)
  const one = await post('desk/add', {
    ...{ name: 'First desk', orgId: organization('QS-S2'), subjectIds: [subject('SF'), subject('BC')] },
    ...{
      mainId: subject('SF'),
      uses: [
        { levelId: level, weight: 3 },
        { levelId: null, weight: 1 },
      ],
    },
  })
  const two = await post('desk/add', { name: 'Second desk', nextId: one.id })
  const editedDesk = await post('desk/edit', { id: two.id, name: 'The second desk', orgId: organization('QS-S3') })
  refused(await call('DELETE', `/adminApi/desk/del?ids[]=${one.id}`), 409)

  await store('res_block', block)
  const addBlock = (name: string, pid: number | null, more: object = {}) => post('block/add', { name, pid, ...more })
  const north = await addBlock('North', null, { floors: 4, roomIds: [first.id, second.id] })
  const south = await addBlock('South', null, { floors: 2 })
  const wing = await addBlock('Wing', north.id, { roomIds: [hall.id] })
  await addBlock('Cellar', wing.id)
  await post('block/edit', { id: wing.id, pid: south.id })
  await post('block/sortable', { id: south.id, targetId: north.id })

  // As it was before there were guards: one of its rows points to a subject that is gone.
  await store('res_locker', locker)
  await write(db, systemAuthor, 'save', (tx) => dropGuards(tx, 'res_locker'))
  const short = await post('subject/add', {
    code: 'GONE',
    name: '取消的科目',
    type: 'school',
    fullMark: 50,
    levelIds: [],
  })
  const lost = await post('locker/add', {
    ...{ name: 'Points to what is gone', orgId: organization('QS-S1'), subjectIds: [short.id, subject('YW')] },
    parts: [{ levelId: level }],
  })
  const sound = await post('locker/add', { name: 'Sound', orgId: organization('QS-S1') })
  await post('locker/sortable', { id: sound.id, targetId: lost.id })
  wrote(await call('DELETE', `/adminApi/subject/del?ids[]=${short.id}`))

  // A description whose table is gone, and a table with rows whose description is.
  await store('res_ghost', small('ghost'))
  await db.execute(sql`drop table res_ghost`)
  const left = await store('res_left', small('left'))
  await post('left/add', { name: 'Left behind', orgId: organization('QS') })
  want(v.object({ count: v.number() }), await call('DELETE', `/adminApi/resource/del?ids[]=${left.id}`))

  return {
    /** Described, and yet not served: 404. */
    unserved: ['ghost', 'left'],
    ids: { first: first.id, second: second.id, hall: hall.id, bare: bare.id, desk: one.id, next: two.id },
    undoable: [
      { what: 'an edit', resource: 'exam-room', changeSetId: editedRoom.changeSetId, undone: 1 },
      { what: 'a delete', resource: 'exam-room', changeSetId: deletedRoom.changeSetId, undone: 1 },
      { what: 'an edit', resource: 'desk', changeSetId: editedDesk.changeSetId, undone: 1 },
    ],
    dangling: { resource: 'locker', row: lost.id, field: 'subjectIds', subject: short.id },
    /** What must not be deleted while something points to it: by whom it is used, if by a stored resource. */
    protected: [
      { resource: 'subject', id: subject('BC'), by: 'desk', how: 'a list of ids' },
      { resource: 'subject', id: subject('SF'), by: 'desk', how: 'a list of ids and an id' },
      { resource: 'organization', id: organization('QS-S2'), by: 'desk', how: 'an id' },
      { resource: 'desk', id: one.id, by: 'desk', how: 'an id of its own table' },
      { resource: 'exam-room', id: hall.id, by: 'block', how: 'a list of ids of another stored resource' },
      { resource: 'organization', id: organization('YC-LH-S3'), by: null, how: 'rows below it' },
    ],
  }
}

/** Stored resources as they are, with every row. */
export async function storedFacts(admin: Person) {
  const listed = v.object({
    list: v.array(
      v.object({
        id: v.number(),
        version: v.number(),
        key: v.string(),
        tableName: v.string(),
        scopeField: v.nullable(v.string()),
      }),
    ),
  })
  const { list } = want(listed, await admin.call('GET', '/adminApi/resource/index'))
  const served = list.filter(({ tableName }) => tableName !== 'res_ghost')
  const facts = served.map(async (one) => {
    const rows = await rowsOf(admin, one.key, '&order=name,asc')
    return { ...one, rows: rows.map(({ createTime: _c, updateTime: _u, ...row }) => row) }
  })
  return Promise.all(facts)
}
