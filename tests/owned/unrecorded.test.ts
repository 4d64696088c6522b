import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertedRows } from '#src/server/history/unrecorded.server.ts'
import { csv, scores } from '../support/scores.ts'

const at = '/adminApi/score'
const head = 'Number,Name,Art,Maths,Music'

async function counting() {
  const made = await scores({ unrecorded: true })
  const { db, admin } = made
  const changes = async () =>
    (
      await db.execute<{ text: string }>(
        sql`select operation || ' ' || count(*) as text from change where table_name = 'score' group by operation order by 1`,
      )
    ).rows.map(({ text }) => text)
  const idOf = async (pupil: number, course: number) => {
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from score where pupil_id = ${pupil} and course_id = ${course}`,
    )
    return Number(rows[0]?.id)
  }
  const edit = async (pupil: number, course: number, mark: number) =>
    admin('POST', `${at}/edit`, { id: await idOf(pupil, course), mark })
  const history = async (id: number) =>
    (await admin('GET', `${at}/history?id=${id}`)).data as {
      list: { operation: string; undoable: boolean }[]
      begin?: object | null
    }
  const undo = (changeSetId: unknown, partial = false) =>
    admin('POST', '/adminApi/history/undo', { changeSetId, partial })
  return { ...made, changes, idOf, edit, history, undo }
}

/** Takes all scores and their history away. */
const clear = async ({ db }: Pick<Awaited<ReturnType<typeof counting>>, 'db'>) => {
  await db.execute(sql`truncate score`)
  await db.execute(sql`delete from change`)
}

test('imports, forms and their undo count what they add, and record every other change', async () => {
  const product = await counting()
  // An import is one entry that says how many rows it added; what it changed is recorded.
  {
    const { bring, changes, db, all } = product
    await bring(csv(head, 'P1,,80,70,60', 'P2,,1,2,3'))
    expect(await changes()).toEqual([])
    const { job } = await bring(csv(head, 'P1,,81,70,60', 'P3,,7,8,'))
    expect(await changes()).toEqual(['update 1'])
    const { rows } = await db.execute(sql`
      select s.kind, n.table_name as "table", n.rows::int as rows from change_count n join change_set s on s.id = n.change_set_id order by s.id`)
    expect(rows).toEqual([
      { kind: 'import', table: 'score', rows: 6 },
      { kind: 'import', table: 'score', rows: 2 },
    ])
    expect(job.result).toMatchObject({ changeSetId: expect.any(Number), counts: { rows: { new: 2, changed: 1 } } })
    expect(await all()).toHaveLength(8)
  }
  await clear(product)
  // An undo of an import takes away what it added, and gives back what it changed.
  {
    const { bring, begin, all, changes, send, admin } = product
    await bring(csv(head, 'P1,,80,70,'))
    const { view } = await bring(csv(head, 'P1,,81,70,60', 'P2,,1,2,3'))
    expect(await begin('importUndo', { id: view.id })).toMatchObject({
      state: 'done',
      result: { removed: 4, changed: 1, left: 0 },
    })
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 70'])
    expect(await changes()).toEqual(['delete 4', 'update 2'])
    expect(await admin('POST', `${at}/importUndo`, { id: view.id })).toMatchObject({
      code: 409,
      data: { reason: 'undone' },
    })
    expect((await send(csv(head, 'P1,,81,70,60', 'P2,,1,2,3'))).data.earlier).toMatchObject({ undone: true })
  }
  await clear(product)
  // Rows that were changed or deleted since are left, also when a change was taken back.
  {
    const { bring, begin, all, edit, admin, idOf, undo } = product
    const { view } = await bring(csv(head, 'P1,,80,70,60', 'P2,,1,2,3'))
    await edit(1, 1, 99)
    const { changeSetId } = (await edit(1, 2, 98)).data as { changeSetId: number }
    expect(await undo(changeSetId)).toMatchObject({ code: 200 })
    await admin('DELETE', `${at}/del?ids[]=${await idOf(2, 3)}`)
    expect(await begin('importUndo', { id: view.id })).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('2 records'),
    })
    expect(await all()).toHaveLength(5)
    expect(await begin('importUndo', { id: view.id, partial: true })).toMatchObject({
      state: 'done',
      result: { removed: 4, left: 2 },
    })
    expect(await all()).toEqual(['P1 Art 99'])
  }
  await clear(product)
  // The undo of an import is taken back too, and the rows can be taken away again.
  {
    const { bring, begin, all, undo, db } = product
    const { view, job: run } = await bring(csv(head, 'P1,,80,70,60'))
    await begin('importUndo', { id: view.id })
    const { rows } = await db.execute<{ id: number }>(sql`select max(id) as id from change_set where kind = 'undo'`)
    expect(await undo(Number(rows[0]?.id))).toMatchObject({ code: 200, data: { restored: 3 } })
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 70', 'P1 Music 60'])
    expect(await undo(run.result?.changeSetId)).toMatchObject({ code: 200, data: { removed: 3 } })
    expect(await all()).toEqual([])
  }
  await clear(product)
  // A row whose later history is gone counts as changed.
  {
    const { bring, edit, db, undo, all } = product
    const { job } = await bring(csv(head, 'P1,,80,70,'))
    await edit(1, 1, 99)
    await db.execute(sql`delete from change`)
    expect(await undo(job.result?.changeSetId)).toMatchObject({ code: 409, data: { count: 1, free: 1 } })
    expect(await undo(job.result?.changeSetId, true)).toMatchObject({ data: { removed: 1, left: 1 } })
    expect(await all()).toEqual(['P1 Art 99'])
  }
  await clear(product)
  // The history of a row says how it began, and that its values were not recorded.
  {
    const { bring, edit, idOf, history, db, admin } = product
    const { job: run } = await bring(csv(head, 'P1,,80,70,60'))
    const id = await idOf(1, 1)
    const set = run.result?.changeSetId
    const begin = { changeSetId: set, kind: 'import', actor: { name: 'admin' }, count: 3, time: expect.any(String) }
    expect(await history(id)).toMatchObject({ list: [], begin })
    await edit(1, 1, 99)
    expect(await history(id)).toMatchObject({ list: [{ operation: 'update', undoable: true }], begin })
    await admin('DELETE', `${at}/del?ids[]=${id}`)
    expect(await history(id)).toMatchObject({ list: [{ operation: 'delete' }, { operation: 'update' }], begin })
    const other = await idOf(1, 2)
    await db.execute(sql`delete from change_set where id = ${Number(set)}`)
    expect(await history(other)).toMatchObject({
      list: [],
      begin: { changeSetId: null, actor: { name: '' }, count: 1 },
    })
  }
  await clear(product)
  // A row that a form adds is taken back, and a deleted row comes back and is recorded.
  {
    const { admin, undo, all, idOf, changes, history } = product
    const added = await admin('POST', `${at}/add`, { pupilId: 1, courseId: 1, mark: 5, room: 'east' })
    const { id, changeSetId } = added.data as { id: number; changeSetId: number }
    const gone = (await admin('DELETE', `${at}/del?ids[]=${id}`)).data as { changeSetId: number }
    const back = await undo(gone.changeSetId)
    expect(back).toMatchObject({ code: 200, data: { restored: 1 } })
    expect(await changes()).toEqual(['delete 1', 'insert 1'])
    expect(await idOf(1, 1)).toBe(id)
    expect(await history(id)).toMatchObject({
      list: [{ operation: 'insert' }, { operation: 'delete' }],
      begin: { count: 1 },
    })
    expect(await undo((back.data as { changeSetId: number }).changeSetId)).toMatchObject({ data: { removed: 1 } })
    await undo(gone.changeSetId)
    expect(await undo(changeSetId)).toMatchObject({ code: 200, data: { removed: 1 } })
    expect(await all()).toEqual([])
    expect(await undo(changeSetId)).toMatchObject({ code: 409, data: { reason: 'undone' } })
  }
  await clear(product)
  // An undo that reaches rows outside of the scope is refused.
  {
    const { bring, officer, all } = product
    const { job } = await bring(csv(head, 'P1,,80,,', 'P2,,1,,'))
    const answer = await officer('POST', '/adminApi/history/undo', { changeSetId: job.result?.changeSetId })
    expect(answer.code).toBe(409)
    expect(await all()).toHaveLength(2)
  }
  await clear(product)
  // An undo finds deleted rows of its change set by an index, not by reading all deletions.
  {
    const { bring, db, admin, idOf } = product
    const { job } = await bring(csv(head, 'P1,,80,70,'))
    const set = Number(job.result?.changeSetId)
    const [kept, gone] = [await idOf(1, 2), await idOf(1, 1)]
    await admin('DELETE', `${at}/del?ids[]=${gone}`)
    await db.execute(sql`
      insert into change (change_set_id, table_name, row_id, operation, before)
        select ${set} + 1, 'score', 1000 + n, 'delete', jsonb_build_object('id', 1000 + n, 'change_set_id', 1000000 + n)
        from generate_series(1, 5000) n`)
    // Another table may have a column of this name, with other content.
    await db.execute(sql`
      insert into change (change_set_id, table_name, row_id, operation, before)
        values (${set} + 1, 'other', 1, 'delete', jsonb_build_object('change_set_id', repeat('text ', 5000)))`)
    await db.execute(sql`analyze change`)
    await db.transaction(async (tx) => {
      expect((await insertedRows(tx, set, 'score')).map(({ id }) => id)).toEqual([kept, gone])
      const { rows } = await tx.execute<{ used: boolean }>(sql`
        select sum(pg_stat_get_xact_numscans(inhrelid)) > 0 as used from pg_inherits
        where inhparent = 'change_counted_idx'::regclass`)
      expect(rows).toEqual([{ used: true }])
    })
  }
})
