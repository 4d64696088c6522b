import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { fields, full } from '../support/exam-room.ts'
import { importer } from '../support/imports.ts'
import { rooms } from '../support/rooms.ts'

const bad =
  '<h1 onclick="x()">Rules</h1><script>alert(1)</script><p>Be <b>quiet</b>.<img src="https://evil.test/a.gif"></p>'
const good = '<h2>Rules</h2><p>Be <strong>quiet</strong>.</p>'

/** The field `about`, which users may also change for many rows at once. */
const described = fields.map((field) => (field.name === 'about' ? { ...field, bulk: true } : field))

test('rich text is cleaned on every way in', async () => {
  const { admin, store, db } = await rooms()
  await store({ fields: described })
  const aboutOf = async (id: unknown) =>
    (await db.execute(sql`select about from res_exam_room where id = ${id}`)).rows[0]?.about
  const { id } = (await admin('POST', '/adminApi/exam-room/add', { ...full, about: bad })).data as { id: number }
  expect(await aboutOf(id)).toBe(good)
  expect(await admin('POST', '/adminApi/exam-room/edit', { id, version: 1, about: `${bad}<p>2</p>` })).toMatchObject({
    code: 200,
  })
  expect(await aboutOf(id)).toBe(`${good}<p>2</p>`)
  expect(await admin('POST', '/adminApi/exam-room/page', { id, version: 2, about: bad })).toMatchObject({ code: 200 })
  expect(await aboutOf(id)).toBe(good)
  const bulk = await admin('POST', '/adminApi/exam-room/bulkEdit', { ids: [id], values: { about: `${bad}<hr>` } })
  expect(bulk).toMatchObject({ code: 200, data: { changed: 1 } })
  expect(await aboutOf(id)).toBe(`${good}<hr />`)
  // An undo brings back what was stored, and that was cleaned.
  const { changeSetId } = bulk.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await aboutOf(id)).toBe(good)
  // What the database holds from elsewhere stays, as long as nobody sends the field.
  await db.execute(sql`update res_exam_room set about = ${bad} where id = ${id}`)
  const [row] = (await db.execute(sql`select version from res_exam_room where id = ${id}`)).rows
  expect(await admin('POST', '/adminApi/exam-room/edit', { id, version: row?.version, seats: 7 })).toMatchObject({
    code: 200,
  })
  expect(await aboutOf(id)).toBe(bad)
})

test('rich text of a file is cleaned when it is read', async () => {
  const made = await startApi()
  const { admin, store, db } = await rooms(made)
  await made.jobs.start()
  await store()
  const { bring } = importer(made, admin, 'exam-room')
  const { job } = await bring(`Name,About\nRoom 7,"${bad.replaceAll('"', '""')}"\n`, { keys: ['name'] })
  expect(job).toMatchObject({ state: 'done', message: '1 added' })
  expect((await db.execute(sql`select about from res_exam_room`)).rows).toEqual([{ about: good }])
})

test('a required text is checked after it was cleaned, and has a limit', async () => {
  const { admin, store } = await rooms()
  await store({ fields: fields.map((field) => (field.name === 'about' ? { ...field, required: true } : field)) })
  const add = (about: string) => admin('POST', '/adminApi/exam-room/add', { ...full, about })
  for (const nothing of ['<script>alert(1)</script>', '<p></p>', '<img src="data:image/png;base64,AAAA">']) {
    expect(await add(nothing)).toMatchObject({ status: 422, data: { errors: { about: ['Editor required'] } } })
  }
  expect(await add(`<p>${'x'.repeat(1_000_000)}</p>`)).toMatchObject({
    status: 422,
    data: { errors: { about: [/1000000/] } },
  })
})
