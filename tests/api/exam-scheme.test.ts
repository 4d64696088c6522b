import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { examSchemeRevision } from '#src/features/exam-scheme/exam-scheme.table.server.ts'
import { startApi } from '../support/api.ts'
import { type Call, idOf, type Row, rowOf, rowsBy } from '../support/base-info.ts'

const start = async () => {
  const api = await startApi()
  const call = await api.signIn()
  return {
    ...api,
    call,
    subjects: await rowsBy(call, 'subject', 'code'),
    levels: await rowsBy(call, 'educate-level', 'code'),
  }
}

type Started = Awaited<ReturnType<typeof start>>

/** Removes the schemes that a case has added. */
const forget = ({ db }: Started) =>
  db.execute(sql`delete from exam_scheme where name in ('Small', 'Renamed', 'Other', 'Theirs', 'Second')`)

const small = ({ subjects, levels }: Started) => ({
  name: 'Small',
  levelId: levels.junior?.id,
  subjects: ['YW', 'SX'].map((code) => ({
    subjectId: subjects[code]?.id,
    kind: 'required',
    fullMark: 120,
    counts: 1,
    assigned: 0,
  })),
  choice: 'none',
  assign: 'none',
})

async function revisions(call: Call, id: number) {
  const { data } = await call('GET', `/adminApi/exam-scheme/revisions?id=${id}`)
  return (
    data as { list: { number: number; publisher: string | null; note: string; content: Record<string, unknown> }[] }
  ).list
}

const publish = (call: Call, row: Row, note = '') =>
  call('POST', '/adminApi/exam-scheme/publish', { id: row.id, version: row.version, note })

test('what was published stays as it was, the scheme goes on, and nothing is published twice', async () => {
  const made = await start()
  // A new database has the usual schemes, each published once.
  {
    const { call, subjects } = made
    const schemes = await rowsBy(call, 'exam-scheme', 'name')
    expect(Object.keys(schemes)).toHaveLength(5)
    const usual = schemes['高中 3+1+2（五等级赋分）']
    expect(usual).toMatchObject({ state: 'published', revision: 1, choice: '3+1+2' })
    expect(usual?.combinations).toHaveLength(12)
    expect(usual?.combinations).toContainEqual({
      name: '物化生',
      subjectIds: ['WL', 'HX', 'SW'].map((code) => subjects[code]?.id),
    })
    expect(usual?.subjects).toContainEqual(expect.objectContaining({ subjectId: subjects.WL?.id, assigned: 0 }))
    const { data } = await call('GET', `/adminApi/exam-scheme/edit?id=${usual?.id}`)
    const { labels } = data as { labels: Record<string, Record<string, string>> }
    expect(labels['subjects.subjectId']?.[subjects.WL?.id ?? 0]).toBe('物理')
  }
  // A scheme is added, with errors at the exact cell when it is wrong.
  {
    await forget(made)
    const started = made
    const { call } = started
    const body = small(started)
    const second = (change: object) => body.subjects.map((one, at) => (at === 1 ? { ...one, ...change } : one))
    const add = (change: object) => call('POST', '/adminApi/exam-scheme/add', { ...body, ...change })
    expect(await add({ subjects: second({ fullMark: 'many' }) })).toMatchObject({
      code: 422,
      data: { errors: { 'subjects.1.fullMark': ['Please enter a floating point number'] } },
    })
    expect(await add({ subjects: second({ subjectId: 999 }) })).toMatchObject({
      data: { errors: { 'subjects.1.subjectId': ['The selected item does not exist or is not available to you'] } },
    })
    expect(await add({ subjects: second({ subjectId: body.subjects[0]?.subjectId }) })).toMatchObject({
      data: { errors: { 'subjects.1.subjectId': ['This subject is already in the scheme'] } },
    })
    expect(await add({ subjects: second({ colour: 'red' }) })).toMatchObject({
      data: { errors: { 'subjects.1.colour': ['Unknown field: colour'] } },
    })
    expect(await add({ subjects: [] })).toMatchObject({ data: { errors: { subjects: ['Required'] } } })
    expect(await add({ choice: '3+3' })).toMatchObject({
      data: {
        errors: {
          choice: ['3+3 needs at least three subjects to choose from'],
          combinations: ['Required'],
        },
      },
    })
    const row = await rowOf(call, 'exam-scheme', idOf(await add({})))
    expect(row).toMatchObject({ state: 'draft', revision: 0, combinations: [], lines: [] })
  }
  // What was published stays as it was; the scheme goes on.
  {
    await forget(made)
    const started = made
    const { call } = started
    const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
    expect(await publish(call, await rowOf(call, 'exam-scheme', id), 'first')).toMatchObject({
      code: 200,
      msg: 'Published as revision 1',
      data: { number: 1 },
    })
    const edit = (change: object) => call('POST', '/adminApi/exam-scheme/edit', { id, ...change })
    await edit({ name: 'Renamed', bands: [{ name: 'pass', side: 'from', percent: 60, color: '' }] })
    const changed = await rowOf(call, 'exam-scheme', id)
    expect(changed).toMatchObject({ state: 'changed', revision: 1 })
    expect(await publish(call, changed)).toMatchObject({ data: { number: 2 } })
    expect(await rowOf(call, 'exam-scheme', id)).toMatchObject({ state: 'published', revision: 2 })
    const [second, first] = await revisions(call, id)
    expect(second).toMatchObject({ number: 2, content: { name: 'Renamed', bands: [{ name: 'pass' }] } })
    expect(first).toMatchObject({ number: 1, publisher: 'admin', note: 'first', content: { name: 'Small', bands: [] } })
  }
  // Notes and status are no part of what is published, and going back to it counts as published.
  {
    await forget(made)
    const started = made
    const { call } = started
    const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
    await publish(call, await rowOf(call, 'exam-scheme', id))
    const state = async (change: object) => {
      await call('POST', '/adminApi/exam-scheme/edit', { id, ...change })
      return (await rowOf(call, 'exam-scheme', id)).state
    }
    expect(await state({ note: 'for spring', status: 0 })).toBe('published')
    expect(await state({ name: 'Other' })).toBe('changed')
    expect(await state({ name: 'Small' })).toBe('published')
  }
  // Nothing new is not published, and a stale version is not either.
  {
    await forget(made)
    const started = made
    const { call } = started
    const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
    const row = await rowOf(call, 'exam-scheme', id)
    await call('POST', '/adminApi/exam-scheme/edit', { id, name: 'Theirs' })
    expect(await publish(call, row)).toMatchObject({
      code: 409,
      data: { reason: 'stale', current: { name: 'Theirs' } },
    })
    await publish(call, await rowOf(call, 'exam-scheme', id))
    expect(await publish(call, await rowOf(call, 'exam-scheme', id))).toMatchObject({
      code: 422,
      msg: 'Nothing has changed since revision 1',
    })
  }
  // Of two that publish at the same moment one makes the revision.
  {
    await forget(made)
    const started = made
    const { call } = started
    const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
    const row = await rowOf(call, 'exam-scheme', id)
    const answers = await Promise.all([publish(call, row), publish(call, row)])
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
    expect(await revisions(call, id)).toHaveLength(1)
  }
})

test('a revision is taken back or lost only with its scheme, comes back with it, and its number is not used again', async () => {
  const made = await start()
  // A revision is taken back into the scheme without being published by that.
  {
    await forget(made)
    const started = made
    const { call } = started
    const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
    await publish(call, await rowOf(call, 'exam-scheme', id))
    await call('POST', '/adminApi/exam-scheme/edit', { id, name: 'Second' })
    await publish(call, await rowOf(call, 'exam-scheme', id))
    const { version } = await rowOf(call, 'exam-scheme', id)
    const reverted = await call('POST', '/adminApi/exam-scheme/revert', { id, version, number: 1 })
    expect(reverted).toMatchObject({
      code: 200,
      msg: 'Content of revision 1 restored; not published yet',
      data: { changeSetId: expect.any(Number) },
    })
    expect(await rowOf(call, 'exam-scheme', id)).toMatchObject({ name: 'Small', state: 'changed', revision: 2 })
    expect(await call('POST', '/adminApi/exam-scheme/revert', { id, number: 9 })).toMatchObject({ code: 404 })
  }
  // Nobody changes a revision, not even by SQL; with its scheme it goes, as long as no exam runs by it.
  {
    await forget(made)
    const started = made
    const { call, db } = started
    const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
    await publish(call, await rowOf(call, 'exam-scheme', id))
    const change = db.execute(sql`update exam_scheme_revision set note = 'x' where scheme_id = ${id}`)
    await expect(change).rejects.toMatchObject({ cause: { code: '23514', constraint: 'revision_frozen' } })
    await db.execute(
      sql`create table exam_of_test (id bigint primary key, revision_id bigint references exam_scheme_revision (id))`,
    )
    await db.execute(sql`insert into exam_of_test select 1, id from exam_scheme_revision where scheme_id = ${id}`)
    expect(await call('DELETE', `/adminApi/exam-scheme/del?ids[]=${id}`)).toMatchObject({
      code: 409,
      msg: 'It is still used by other data and cannot be deleted',
      data: { reason: 'referenced' },
    })
    await db.execute(sql`drop table exam_of_test`)
    expect(await call('DELETE', `/adminApi/exam-scheme/del?ids[]=${id}`)).toMatchObject({ code: 200 })
    expect(await db.select().from(examSchemeRevision).where(eq(examSchemeRevision.schemeId, id))).toEqual([])
  }
  // History keeps what was published.
  {
    await forget(made)
    const started = made
    const { call, db } = started
    const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
    await publish(call, await rowOf(call, 'exam-scheme', id))
    const { rows } = await db.execute(sql`select table_name, operation from change
      where change_set_id = (select max(id) from change_set) order by id`)
    expect(rows).toEqual([
      { table_name: 'exam_scheme_revision', operation: 'insert' },
      { table_name: 'exam_scheme', operation: 'update' },
    ])
  }
  // A deleted scheme comes back published, with its revisions, and goes on with the next number.
  {
    await forget(made)
    const started = made
    const { call } = started
    const id = await publishedTwice(started)
    const before = await revisions(call, id)
    const deleted = await deleteScheme(call, id)
    expect(await undoSet(call, deleted.changeSetId)).toMatchObject({
      code: 200,
      msg: 'Undone: 1 deleted record was restored',
      data: { undone: 1, restored: 1 },
    })
    expect(await revisions(call, id)).toEqual(before)
    expect(await rowOf(call, 'exam-scheme', id)).toMatchObject({ state: 'published', revision: 2, name: 'Second' })
    // The same by `restore`, also to what the scheme was before it was published.
    await deleteScheme(call, id)
    const { data } = await call('GET', `/adminApi/exam-scheme/history?id=${id}`)
    const { list } = data as { list: { id: number; operation: string }[] }
    const first = list.findLast(({ operation }) => operation === 'insert')
    expect(await call('POST', '/adminApi/exam-scheme/restore', { id, changeId: first?.id })).toMatchObject({
      code: 200,
    })
    expect(await revisions(call, id)).toEqual(before)
    const back = await rowOf(call, 'exam-scheme', id)
    expect(back).toMatchObject({ state: 'changed', revision: 2, name: 'Small' })
    expect(await publish(call, back)).toMatchObject({ data: { number: 3 } })
  }
  // Publishing is not taken back, and the history does not offer it.
  {
    await forget(made)
    const started = made
    const { call } = started
    const id = await publishedTwice(started)
    const { data } = await call('GET', `/adminApi/exam-scheme/history?id=${id}`)
    const { list } = data as { list: { changeSetId: number; undoable: boolean }[] }
    expect(list.map(({ undoable }) => undoable)).toEqual([false, true, false, true])
    expect(await undoSet(call, list[0]?.changeSetId ?? 0)).toMatchObject({ code: 422 })
    expect(await rowOf(call, 'exam-scheme', id)).toMatchObject({ revision: 2 })
  }
  // A number of a revision is not used again when the revisions could not come back.
  {
    await forget(made)
    const started = made
    const { call, db } = started
    const id = await publishedTwice(started)
    const deleted = await deleteScheme(call, id)
    // What an earlier release left: a restored scheme without its revisions.
    await db.execute(sql`delete from change where table_name = 'exam_scheme_revision' and operation = 'delete'`)
    expect(await undoSet(call, deleted.changeSetId)).toMatchObject({ code: 200 })
    expect(await revisions(call, id)).toEqual([])
    const back = await rowOf(call, 'exam-scheme', id)
    expect(back).toMatchObject({ state: 'changed', revision: 2 })
    expect(await publish(call, back)).toMatchObject({ data: { number: 3 } })
  }
})

const deleteScheme = async (call: Call, id: number) =>
  (await call('DELETE', `/adminApi/exam-scheme/del?ids[]=${id}`)).data as { changeSetId: number }
const undoSet = (call: Call, changeSetId: number) => call('POST', '/adminApi/history/undo', { changeSetId })

/** A scheme with two revisions. */
async function publishedTwice(started: Started) {
  const { call } = started
  const id = idOf(await call('POST', '/adminApi/exam-scheme/add', small(started)))
  await publish(call, await rowOf(call, 'exam-scheme', id), 'first')
  await call('POST', '/adminApi/exam-scheme/edit', { id, name: 'Second' })
  await publish(call, await rowOf(call, 'exam-scheme', id))
  return id
}

test('several schemes come back together, and the undo of that is undone', async () => {
  const started = await start()
  const { call, db } = started
  const ids = Object.values(await rowsBy(call, 'exam-scheme', 'name')).map(({ id }) => id)
  const count = async () => db.$count(examSchemeRevision)
  const all = await count()
  const answer = await call('POST', '/adminApi/exam-scheme/bulkDel', { ids })
  expect(await count()).toBe(0)
  const undone = await undoSet(call, (answer.data as { changeSetId: number }).changeSetId)
  expect([undone.code, await count()]).toEqual([200, all])
  const again = await undoSet(call, (undone.data as { changeSetId: number }).changeSetId)
  expect(again).toMatchObject({ code: 200, data: { removed: ids.length } })
  expect(await count()).toBe(0)
})

test('a scheme whose subject is gone by now does not come back half, and says why', async () => {
  const started = await start()
  const { call, db } = started
  const id = await publishedTwice(started)
  const deleted = await deleteScheme(call, id)
  await db.execute(sql`update change set before = jsonb_set(before, '{subject_ids}', '[999999]')
    where table_name = 'exam_scheme_revision' and operation = 'delete' and before ->> 'number' = '1'`)
  expect(await undoSet(call, deleted.changeSetId)).toMatchObject({
    code: 409,
    msg: 'This cannot be undone. Second: It would refer to something that no longer exists or that is not available to you',
    data: { rows: [{ title: 'Second', reason: 'reference' }] },
  })
  expect(await db.$count(examSchemeRevision, eq(examSchemeRevision.schemeId, id))).toBe(0)
})
