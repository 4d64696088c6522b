import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { importRow, importSeen } from '#src/db/import.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { type Plan, startImports } from '../support/imports.ts'

type Api = Awaited<ReturnType<typeof startImports>>

const head = '编码,名称,类型,上级组织,联系人'

/** Two stored schools and no other, and a checked file that changes the first, keeps the second and adds a third. */
async function checked(api: Api, lines = ['S1,新名,学校,,甲', 'S2,第二,学校,,', 'S3,第三,学校,,']) {
  await api.db.delete(organization)
  const add = (code: string, name: string) =>
    api.call('POST', '/adminApi/organization/add', { code, name, type: 'school', status: 1 })
  await add('S1', '第一')
  await add('S2', '第二')
  const { data: view } = await api.send(`${head}\n${lines.join('\n')}\n`)
  const plan = api.planOf(view)
  expect(await api.check(view.id, plan)).toMatchObject({ state: 'done' })
  const ask = (more: object = {}, other: Partial<Plan> = {}) =>
    api.call('POST', '/adminApi/organization/importRun', { id: view.id, plan: { ...plan, ...other }, ...more })
  const edit = async (code: string, change: object) => {
    const { id } = await stored(code)
    expect(await api.call('POST', '/adminApi/organization/edit', { id, ...change })).toMatchObject({ code: 200 })
  }
  const stored = async (code: string) => {
    const [row] = await api.db.select().from(organization).where(eq(organization.code, code))
    if (!row) throw new Error(code)
    return row
  }
  const finish = async (answer: Awaited<ReturnType<typeof ask>>) => {
    expect(answer).toMatchObject({ code: 200 })
    return api.until((answer.data as { job: number }).job)
  }
  return { ...api, view, plan, add, ask, edit, stored, finish }
}

test('rows that have changed since the check are asked about, and left alone or written over as it was agreed', async () => {
  const api = await startImports()

  // An import whose rows are as its check has seen them begins without a question.
  {
    const { ask, finish, stored, db } = await checked(api)
    expect(await finish(await ask())).toMatchObject({ state: 'done', result: { counts: { new: 1, changed: 1 } } })
    expect(await stored('S1')).toMatchObject({ name: '新名', contact: '甲' })
    expect(await db.select().from(importSeen)).toEqual([])
  }

  // Rows that others have edited, added or deleted since the check are named, and nothing is written.
  {
    const { ask, add, edit, stored, call, db } = await checked(api, [
      'S1,新名,学校,,甲',
      'S2,第二,学校,,乙',
      'S3,第三,学校,,',
    ])
    await edit('S1', { contact: '同事' })
    await add('S3', '别人的')
    const { id } = await stored('S2')
    await call('DELETE', `/adminApi/organization/del?ids[]=${id}`)
    const answer = await ask()
    expect(answer).toMatchObject({
      code: 409,
      msg: '3 rows have changed since the dry run, so nothing was written.',
      data: { reason: 'drifted', count: 3 },
    })
    expect((answer.data as { rows: object[] }).rows).toEqual([
      { row: 2, title: '新名', drift: 'changed', by: 'admin', time: expect.stringMatching(/^\d{4}-.*Z$/) },
      { row: 3, title: '第二', drift: 'gone', by: '', time: '' },
      { row: 4, title: '第三', drift: 'appeared', by: 'admin', time: expect.stringMatching(/Z$/) },
    ])
    expect(await stored('S1')).toMatchObject({ name: '第一', contact: '同事' })
    expect(await stored('S3')).toMatchObject({ name: '别人的' })
    expect(await db.$count(organization)).toBe(2)
    // The question stays until it is answered.
    expect(await ask()).toMatchObject({ code: 409, data: { count: 3 } })
  }

  // The rows that have changed can be left alone; the others are written.
  {
    const { ask, add, edit, stored, finish } = await checked(api)
    await edit('S1', { contact: '同事' })
    await add('S3', '别人的')
    expect(await ask()).toMatchObject({ code: 409 })
    const lines = await finish(await ask({ sinceCheck: 'skip' }))
    expect(lines).toMatchObject({ state: 'done', result: { counts: { new: 0, changed: 0, unchanged: 1, skipped: 2 } } })
    expect(await stored('S1')).toMatchObject({ name: '第一', contact: '同事' })
    expect(await stored('S3')).toMatchObject({ name: '别人的' })
  }

  // They are written over only as they were when that was asked.
  {
    const { ask, edit, stored, finish } = await checked(api)
    await edit('S1', { contact: '同事' })
    // Without the question, nobody has agreed to anything.
    expect(await ask({ sinceCheck: 'overwrite' })).toMatchObject({ code: 409, data: { count: 1 } })
    await edit('S1', { contact: '另一位' })
    expect(await ask({ sinceCheck: 'overwrite' })).toMatchObject({ code: 409, data: { count: 1 } })
    expect(await stored('S1')).toMatchObject({ name: '第一', contact: '另一位' })
    expect(await finish(await ask({ sinceCheck: 'overwrite' }))).toMatchObject({ state: 'done' })
    expect(await stored('S1')).toMatchObject({ name: '新名', contact: '甲' })
  }

  // A new check sees the rows as they are now.
  {
    const { ask, edit, stored, finish, check, view, plan } = await checked(api)
    await edit('S1', { contact: '同事' })
    expect(await ask()).toMatchObject({ code: 409 })
    expect(await check(view.id, plan)).toMatchObject({ state: 'done' })
    expect(await finish(await ask())).toMatchObject({ state: 'done', result: { counts: { changed: 1 } } })
    expect(await stored('S1')).toMatchObject({ name: '新名', contact: '甲' })
  }

  // Rows below a row that is gone are left alone with it.
  {
    const { ask, stored, call, finish, db } = await checked(api, [
      'S1,新名,学校,,',
      'C1,一班,班级,S1,',
      'S3,第三,学校,,',
    ])
    const { id } = await stored('S1')
    await call('DELETE', `/adminApi/organization/del?ids[]=${id}`)
    expect(await ask()).toMatchObject({ code: 409 })
    const done = await finish(await ask({ sinceCheck: 'skip' }))
    expect(done).toMatchObject({ state: 'done', result: { counts: { new: 1, skipped: 2 } } })
    expect((await db.select({ code: organization.code }).from(organization)).map((row) => row.code).sort()).toEqual([
      'S2',
      'S3',
    ])
  }
})

test('what the file does not touch is no question; what the check refused, or saw as unchanged, is one', async () => {
  const api = await startImports()

  // An edit that the file does not touch, or that says the same as the file, is no question.
  {
    const { ask, edit, stored, finish } = await checked(api, ['S1,新名,学校,,', 'S2,第二,学校,,', 'S3,第三,学校,,'])
    await edit('S1', { name: '新名' })
    await edit('S2', { phone: '13800000001' })
    expect(await finish(await ask())).toMatchObject({ state: 'done', result: { counts: { new: 1, unchanged: 2 } } })
    expect(await stored('S2')).toMatchObject({ phone: '13800000001' })
  }

  // A row that was unchanged at the check is not put back to what the file says.
  {
    const { ask, edit, stored } = await checked(api)
    await edit('S2', { name: '同事改的名' })
    expect(await ask()).toMatchObject({ code: 409, data: { count: 1, rows: [{ row: 3, drift: 'changed' }] } })
    expect(await stored('S2')).toMatchObject({ name: '同事改的名' })
  }

  // What the check refused, and what fits by now, is asked about as well.
  {
    const { ask, add, finish, stored, call } = await checked(api, ['S1,新名,学校,,', 'S5,第五,校区,P9,'])
    await add('P9', '上级')
    const answer = await ask({ skipRefused: true })
    expect(await finish(answer)).toMatchObject({ state: 'failed' })
    expect(await ask({ skipRefused: true })).toMatchObject({
      code: 409,
      data: { count: 1, rows: [{ row: 3, title: '第五', drift: 'other' }] },
    })
    expect(await finish(await ask({ skipRefused: true, sinceCheck: 'overwrite' }))).toMatchObject({ state: 'done' })
    expect(await stored('S5')).toMatchObject({ pid: (await stored('P9')).id })
    expect(await call('GET', '/adminApi/organization/index')).toMatchObject({ data: { total: 4 } })
  }

  // An import with another plan than that of the check is held to nothing.
  {
    const { ask, edit, finish } = await checked(api)
    await edit('S1', { contact: '同事' })
    expect(await finish(await ask({}, { blank: 'clear' }))).toMatchObject({ state: 'done' })
  }

  // What the check has seen outlives a crash of the database, which empties the staged rows.
  {
    const { ask, edit, db, finish } = await checked(api)
    await edit('S1', { contact: '同事' })
    await db.delete(importRow)
    await db.execute(sql`delete from import_verdict`)
    expect(await finish(await ask())).toMatchObject({ state: 'failed' })
    expect(await ask()).toMatchObject({ code: 409, data: { count: 1 } })
  }
})

const writtenNothing = {
  state: 'failed',
  message: '1 row has changed since the dry run, so nothing was written.',
}

/** Holds the row S1 until the import waits for it, and stores another contact before the import gets it. */
async function editMeanwhile<T>(db: Database, contact: string, run: () => Promise<T>): Promise<T> {
  const holder = await db.$client.connect()
  await holder.query('begin')
  await holder.query(`update organization set contact = $1 where code = 'S1'`, [contact])
  const ended = run()
  await expect
    .poll(async () => {
      const { rows } = await db.execute(
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)
  await holder.query('commit')
  holder.release()
  return ended
}

test('an edit between the question or the answer and the writing stops the import', async () => {
  const api = await startImports()

  // An edit between the question and the writing stops the import; the next attempt asks about it.
  {
    const { ask, edit, stored, finish, db } = await checked(api)
    const ended = await editMeanwhile(db, '同事', async () => finish(await ask()))
    expect(ended).toMatchObject(writtenNothing)
    expect(await stored('S1')).toMatchObject({ name: '第一', contact: '同事' })
    expect(await ask()).toMatchObject({ code: 409, data: { count: 1, rows: [{ row: 2, drift: 'changed' }] } })
    await edit('S1', { contact: '又一次' })
    expect(await ask({ sinceCheck: 'overwrite' })).toMatchObject({ code: 409 })
    expect(await finish(await ask({ sinceCheck: 'overwrite' }))).toMatchObject({ state: 'done' })
  }

  // An edit between the answer and the writing stops the import that may write over an earlier one.
  {
    const { ask, edit, stored, finish, db } = await checked(api)
    await edit('S1', { contact: '同事' })
    expect(await ask()).toMatchObject({ code: 409 })
    const ended = await editMeanwhile(db, '另一位', async () => finish(await ask({ sinceCheck: 'overwrite' })))
    expect(ended).toMatchObject(writtenNothing)
    expect(await stored('S1')).toMatchObject({ name: '第一', contact: '另一位' })
  }
})
