import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { importer, startImports } from '../support/imports.ts'

const head = '编码,名称,类型,上级组织,学段,状态,联系电话'

test('a file is guessed, checked and imported with history; the same again changes nothing, and bad rows are refused', async () => {
  const api = await startImports()

  // A file of titles alone has nothing to import, and says so.
  {
    const { send, planOf, run } = api
    const { data: view } = await send(`${head}\n`)
    expect(await run(view.id, planOf(view))).toMatchObject({
      state: 'failed',
      message: 'There are no rows to import in the file. Please check the title row and the columns.',
    })
  }

  // A file is guessed, checked and imported; the rows are there with history under one change set.
  {
    const { db, send, planOf, check, run, call } = api
    const { code, data: view } = await send(
      `${head}\nB,某市教育局,教育局（市）,,,启用,\nS1,第一小学,学校,B,小学、初中,是,13800000001\n`,
    )
    expect(code).toBe(200)
    expect(view).toMatchObject({
      header: 1,
      rows: 2,
      mode: 'both',
      keys: { proposed: ['code'], unique: [['code']] },
      earlier: null,
    })
    expect(view.columns.map((column) => column.field)).toEqual([
      'code',
      'name',
      'type',
      'pid',
      'levelIds',
      'status',
      'phone',
    ])
    const plan = planOf(view)
    const checked = await check(view.id, plan)
    expect(checked).toMatchObject({
      state: 'done',
      result: { counts: { new: 2, changed: 0, unchanged: 0, refused: 0 } },
    })
    expect(await db.select().from(organization)).toEqual([])
    const done = await run(view.id, plan)
    expect(done).toMatchObject({ state: 'done', message: '2 added' })
    const rows = await db.select().from(organization).orderBy(asc(organization.id))
    expect(rows).toMatchObject([
      { code: 'B', pid: null, type: 'bureau' },
      {
        code: 'S1',
        pid: rows[0]?.id,
        type: 'school',
        status: 1,
        phone: '13800000001',
        levelIds: [expect.any(Number), expect.any(Number)],
      },
    ])
    expect(rows[1]?.path).toBe(`/${rows[0]?.id}/${rows[1]?.id}/`)
    expect((await call('GET', `/adminApi/organization/importReport?id=${view.id}`)).data).toMatchObject({
      applied: { new: 2 },
      changeSetId: expect.any(Number),
    })
  }

  // The same file again changes nothing and says so; one value differs, and one row is changed.
  {
    await api.db.delete(organization)
    const { db, bring, send } = api
    const file = `${head}\nB,某市教育局,教育局（市）,,,启用,\nS1,第一小学,学校,B,小学,是,\n`
    const first = await bring(file)
    expect(first.job).toMatchObject({ state: 'done' })
    expect((await send(file)).data.earlier).toMatchObject({ by: 'admin', undone: false, counts: { new: 2 } })
    const again = await bring(file)
    expect(again.job).toMatchObject({
      state: 'done',
      result: { counts: { new: 0, changed: 0, unchanged: 2 }, changeSetId: null },
    })
    const changed = await bring(file.replace('第一小学', '第一实验小学'))
    expect(changed.job).toMatchObject({ result: { counts: { new: 0, changed: 1, unchanged: 1 } } })
    expect((await db.select().from(organization)).map((row) => [row.code, row.version]).sort()).toEqual([
      ['B', 1],
      ['S1', 2],
    ])
  }

  // A check shows all values of a new row; a row without a name is called by its first values.
  {
    await api.db.delete(organization)
    const { data: view } = await api.send(
      `${head}\nB,某市教育局,教育局（市）,,,启用,\nS1,第一小学,学校,B,小学、初中,是,13800000001\n`,
    )
    await api.check(view.id, { ...api.planOf(view), keys: ['code'] })
    const { list } = await api.rows(view.id, 'new')
    expect(list.map(({ title }) => title)).toEqual(['某市教育局', '第一小学'])
    expect(list[1]?.changes.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Code', '', 'S1'],
      ['Name', '', '第一小学'],
      ['Type', '', 'School'],
      ['Parent', '', 'B'],
      ['Education levels', '', '小学, 初中'],
      ['Status', '', 'Enabled'],
      ['Phone', '', '13800000001'],
    ])
    expect(list[0]?.changes.map(({ field }) => field)).not.toContain('phone')
    const years = importer(api, api.call, 'student-year')
    const { data: year } = await years.send('学段,入学年份\n小学,1999\n')
    await years.check(year.id, years.planOf(year))
    expect((await years.rows(year.id, 'new')).list).toMatchObject([{ title: '小学 · 1999' }])
  }

  // With bad rows nothing is written; each says what is wrong and where; the good ones come in when asked for.
  {
    await api.db.delete(organization)
    const { db, send, planOf, check, run, rows } = api
    const { data: view } = await send(
      `${head}\nS1,第一小学,星球,,,启用,\nS2,第二小学,学校,NOWHERE,,也许,12\nS3,第三小学,学校,,,,\nS3,重复,学校,,,,\nS4,,学校,,,,\nS5,下级,班级,S2,,,\nS6,,学校,,,也许,\n`,
    )
    const plan = planOf(view)
    expect(await check(view.id, plan)).toMatchObject({ result: { counts: { new: 1, refused: 6 } } })
    const refused = (await rows(view.id, 'refused')).list
    expect(refused.map(({ row, errors }) => [row, errors.map((error) => error.field).sort()])).toEqual([
      [2, ['type']],
      [3, ['phone', 'pid', 'status']],
      [5, ['code']],
      [6, ['name']],
      [7, ['pid']],
      // The missing name is reported together with the wrong status, not only in the next attempt.
      [8, ['name', 'status']],
    ])
    expect(refused[2]?.errors[0]?.text).toBe('The same as in row 4')
    expect(await run(view.id, plan)).toMatchObject({
      state: 'failed',
      message: '6 rows are refused, so nothing was written.',
    })
    expect(await db.select().from(organization)).toEqual([])
    expect(await run(view.id, plan, true)).toMatchObject({ state: 'done', result: { counts: { new: 1, refused: 6 } } })
    expect((await db.select().from(organization)).map((row) => row.code)).toEqual(['S3'])
  }

  // Where new rows need what no file brings, a file is only offered to update those that are there.
  {
    const { send, planOf, run } = importer(api, api.call, 'exam-scheme')
    const { rows } = await api.db.execute<{ id: number }>(sql`select id from exam_scheme order by id limit 1`)
    const { data: view } = await send(`ID,名称\n${rows[0]?.id},改了名\n999999,新的\n`)
    expect(view).toMatchObject({ modes: ['update'], mode: 'update' })
    const done = await run(view.id, { ...planOf(view), keys: ['id'] }, true)
    expect(done).toMatchObject({ state: 'done', result: { counts: { new: 0, changed: 1, refused: 1 } } })
  }

  // A plan that says too little is told so at its field, in words.
  {
    const { call, send, planOf } = api
    const { data: view } = await send(`${head}\nB,某市教育局,教育局（市）,,,启用,\n`)
    const plan = planOf(view)
    const asked = async (change: object) =>
      call('POST', '/adminApi/organization/importPreview', { id: view.id, plan: { ...plan, ...change } })
    expect(await asked({ keys: [] })).toMatchObject({
      code: 422,
      data: { errors: { keys: ['What tells rows apart must be one of the columns'] } },
    })
    expect(await asked({ mapping: [], keys: [] })).toMatchObject({
      code: 422,
      data: { errors: { mapping: ['Please choose a field for at least one column'] } },
    })
    expect(await asked({ mapping: ['code', 'name', 'name', null, null, null, null] })).toMatchObject({
      code: 422,
      data: { errors: { mapping: ['Two columns stand for the same field: keep one of them'] } },
    })
    expect(await asked({ keys: ['code', 'name', 'type', 'pid', 'status', 'phone'] })).toMatchObject({
      code: 422,
      data: { errors: { keys: [expect.stringContaining('5')] } },
    })
  }

  // A picture is no table, whatever its name says.
  {
    const { send } = api
    for (const sign of ['89504e470d0a1a0a', 'ffd8ffe0', '255044462d312e37']) {
      expect(await send(Buffer.concat([Buffer.from(sign, 'hex'), Buffer.alloc(300, 1)]), 'rows.xlsx')).toMatchObject({
        code: 422,
        msg: 'This is not a table. Use a workbook (.xlsx) or delimited text (.csv).',
      })
    }
  }
})
