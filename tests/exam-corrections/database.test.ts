import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { paperText } from '#src/features/exam-data/mark-cell.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { pgErrorOf } from '#src/server/write/db-errors.server.ts'
import { paperOf, startCorrections } from './correction-api.ts'

test('the database takes a mark of a closed exam only with the correction that it accepts', async () => {
  const api = await startCorrections()
  const { call, db, exam, asked, accept, chinese, maths, candidates } = api
  const waiting = await asked(call, 'E1', chinese, '90')
  const done = await asked(call, 'E2', chinese, '100')
  expect((await accept(call, done)).code).toBe(200)
  /** Runs statements in one recorded transaction. @returns the constraint that refuses them */
  const refusedBy = async (...statements: string[]) => {
    try {
      await write(db, systemAuthor, 'save', async (tx: Db) => {
        for (const statement of statements) await tx.execute(sql.raw(statement))
      })
      return undefined
    } catch (error) {
      return pgErrorOf(error)?.constraint
    }
  }
  const mark = (number: string, value: number) =>
    `update paper set mark = ${value}, flag = 0 where exam_id = ${exam} and candidate_id = ${candidates[number]} and subject_id = ${chinese}`
  const accepting = `update correction set state = 'accepted' where id = ${waiting}`
  expect(await refusedBy(mark('E1', 9000))).toBe('paper_open')
  // Another mark, another candidate, more than was asked for, or an acceptance of before.
  expect(await refusedBy(accepting, mark('E1', 9050))).toBe('paper_open')
  expect(await refusedBy(accepting, mark('E3', 9100))).toBe('paper_open')
  expect(await refusedBy(accepting, mark('E1', 9000), mark('E3', 9100))).toBe('paper_open')
  expect(await refusedBy(mark('E2', 9900))).toBe('paper_open')
  expect(await refusedBy(mark('E1', 9000), accepting)).toBe('paper_open')
  expect(
    await refusedBy(accepting, `delete from paper where exam_id = ${exam} and candidate_id = ${candidates.E1}`),
  ).toBe('paper_open')
  const insert = `insert into paper (exam_id, candidate_id, subject_id, mark) values (${exam}, ${candidates.W1}, ${maths}, 5000)`
  expect(await refusedBy(insert)).toBe('paper_open')
  expect(await refusedBy(accepting, insert)).toBe('paper_open')
  // A decision is made once, and who made it cannot be written.
  const again = (set: string, id = done) => `update correction set ${set} where id = ${id}`
  for (const set of [
    "state = 'waiting'",
    "state = 'refused', answer = 'x'",
    "wanted = '1'",
    'candidate_id = candidate_id + 1',
  ])
    expect(await refusedBy(again(set)), set).toBe('correction_kept')
  expect(await refusedBy(again("was = ''", waiting))).toBe('correction_kept')
  expect(await refusedBy(again("state = 'refused'", waiting))).toBe('correction_texts')
  expect(
    await refusedBy(`insert into correction (exam_id, candidate_id, subject_id, was, wanted, reason, state)
      values (${exam}, ${candidates.E3}, ${chinese}, '90', '1', 'x', 'accepted')`),
  ).toBe('correction_kept')
  const { rows: before } = await db.execute(sql`select decide_by, decide_set from correction where id = ${done}`)
  await refusedBy(again('decide_by = 77, decide_set = 77, decide_time = null'))
  const { rows: after } = await db.execute(sql`select decide_by, decide_set from correction where id = ${done}`)
  expect(after).toEqual(before)
  expect(await paperOf(api, 'E1', chinese)).toEqual({ text: '87.5', version: 1 })
  // What a correction wants is taken, also by hand: the trail is there.
  expect(await refusedBy(accepting, mark('E1', 9000))).toBeUndefined()
  expect(await paperOf(api, 'E1', chinese)).toMatchObject({ text: '90' })
  expect(await refusedBy(accepting, mark('E1', 9100))).toBe('paper_open')
})

test('a correction cannot be undone, neither when it waits nor when it is accepted', async () => {
  const api = await startCorrections()
  const { call, db, asked, accept, chinese } = api
  const id = await asked(call, 'E1', chinese, '90')
  const undo = async () => {
    const { rows } = await db.execute<{ id: number }>(
      sql`select max(change_set_id)::float8 as id from change where table_name = 'correction' and row_id = ${id}`,
    )
    return call('POST', '/adminApi/history/undo', { changeSetId: rows[0]?.id })
  }
  const refusal = { code: 422, msg: m.correction_notUndone({}, { locale: 'en' }) }
  expect(await undo()).toMatchObject(refusal)
  await accept(call, id)
  expect(await undo()).toMatchObject(refusal)
  expect(await paperOf(api, 'E1', chinese)).toEqual({ text: '90', version: 2 })
  const { data } = await call('GET', `/adminApi/correction/history?id=${id}`)
  expect(data).toMatchObject({
    list: [
      { operation: 'update', undoable: false },
      { operation: 'insert', undoable: false },
    ],
  })
})

test('the database writes a mark as the desk does', async () => {
  const { db } = await startCorrections()
  const values = [0, 5, 50, 100, 8750, 9000, 8733, 10_000, 15_000, 100_010].map((mark) => ({ mark, flag: 0 }))
  const all = [...values, ...[1, 2, 3].map((flag) => ({ mark: null, flag }))]
  for (const { mark, flag } of all) {
    const { rows } = await db.execute(sql`select paper_text(${mark}::int, ${flag}::smallint) as text`)
    expect(rows).toEqual([{ text: paperText({ mark, flag }) }])
  }
})
