import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { crudOperations } from '#src/server/crud/kit-calls.server.ts'
import { importer } from '../support/imports.ts'
import { csv, scores } from '../support/scores.ts'
import { readTexts, temporaryFile } from '../support/workbook.ts'

const head = 'Number,Name,Art,Maths,Music'

test('a line becomes rows: in its forms and modes, with errors, doubts, scopes and undo', async () => {
  const product = await scores()
  // A wide line becomes a row for each of its cells, and lines and rows are both counted.
  {
    const { bring, all, db } = product
    const { view, plan, job } = await bring(csv(head, 'P1,Pupil 1,80,70,60', 'P2,,,50,'))
    expect(view).toMatchObject({
      keys: { proposed: [], possible: [] },
      blanks: ['keep'],
      lines: [
        { name: 'number', label: 'Number', required: true },
        { name: 'name', label: 'Name', required: false },
        { label: 'Art' },
        { label: 'Maths' },
        { label: 'Music' },
        { name: 'course' },
        { name: 'mark' },
        { name: 'remark' },
      ],
    })
    expect(plan.mapping).toHaveLength(5)
    expect(job).toMatchObject({
      state: 'done',
      message: '2 added. In records: 4 new, 0 changed, 0 unchanged, 0 left alone; refused rows not counted',
      result: { counts: { new: 2, changed: 0, refused: 0, rows: { new: 4, changed: 0, unchanged: 0, skipped: 0 } } },
    })
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 70', 'P1 Music 60', 'P2 Maths 50'])
    const { rows } = await db.execute(
      sql`select count(*)::int as changes, count(distinct change_set_id)::int as sets from change where table_name = 'score'`,
    )
    expect(rows).toEqual([{ changes: 4, sets: 1 }])
  }
  await product.db.execute(sql`truncate score`)
  // Rows of one line may be new, changed and unchanged, and the check says what would change.
  {
    const { bring, send, planOf, check, rows, all } = product
    await bring(csv(head, 'P1,,80,70,', 'P2,,50,,'))
    const { data } = await send(csv(head, 'P1,,80,75,60', 'P2,,50,,', 'P3,,,,', 'P4,,1,2,3'))
    const plan = planOf(data)
    expect(await check(data.id, plan)).toMatchObject({
      result: { counts: { new: 1, changed: 1, unchanged: 2, rows: { new: 4, changed: 1, unchanged: 2 } } },
    })
    expect((await rows(data.id, 'changed')).list).toMatchObject([
      {
        row: 2,
        title: 'P1',
        changes: [
          { label: 'Maths', before: '70', after: '75' },
          { label: 'Music', before: '', after: '60' },
        ],
      },
    ])
    expect((await rows(data.id, 'new')).list).toMatchObject([
      {
        row: 5,
        title: 'P4',
        changes: [{ label: 'Art', after: '1' }, { label: 'Maths' }, { label: 'Music', after: '3' }],
      },
    ])
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 70', 'P2 Art 50'])
  }
  await product.db.execute(sql`truncate score`)
  // The long form of a file means the same rows.
  {
    const { bring, all } = product
    await bring(csv(head, 'P1,,80,70,'))
    const { job } = await bring(csv('KSH,Course,Mark,Remark', 'P1,Maths,71,good', 'P1,Music,60,', 'P1,Art,80,'))
    expect(job).toMatchObject({
      result: { counts: { new: 1, changed: 1, unchanged: 1, rows: { new: 1, changed: 1, unchanged: 1 } } },
    })
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 71', 'P1 Music 60'])
  }
  await product.db.execute(sql`truncate score`)
  // Each error is at its cell, one of them refuses the line, and the rest can be imported.
  {
    const { send, planOf, check, run, rows, all, fetchFile } = product
    const { data } = await send(csv(head, 'P9,,1,2,3', 'P1,,125,x,5', 'P2,,50,130,', 'P2,,51,,', ',,1,2,3', 'P3,,7,,'))
    const plan = planOf(data)
    expect(await check(data.id, plan)).toMatchObject({
      result: { counts: { new: 1, refused: 5, rows: { new: 1, changed: 0 } }, marks: { cells: 6 } },
    })
    const courses = data.lines?.slice(2, 5).map(({ name }) => name) ?? []
    const refused = (await rows(data.id, 'refused')).list
    expect(refused.map(({ row, errors }) => [row, ...errors.map(({ field, text }) => `${field}: ${text}`)])).toEqual([
      [2, 'number: Nobody has the number P9'],
      [3, `${courses[1]}: Not a number`, `${courses[0]}: At most 120`],
      [4, `${courses[1]}: At most 120`],
      [5, `${courses[0]}: The same as in row 4`],
      [6, 'number: Required'],
    ])
    expect(await run(data.id, plan)).toMatchObject({ state: 'failed' })
    expect(await run(data.id, plan, true)).toMatchObject({
      result: { counts: { new: 1, refused: 5, rows: { new: 1 } } },
    })
    expect(await all()).toEqual(['P3 Art 7'])
    const { content } = await fetchFile(data.id, 'refused')
    const text = JSON.stringify(await readTexts(temporaryFile('back.xlsx', content)))
    expect(text).toContain('Nobody has the number P9')
    expect(text).not.toContain('P3')
  }
  await product.db.execute(sql`truncate score`)
  // Where only updates are wanted, a cell without a record refuses its line alone, and says so there.
  {
    const { bring, send, planOf, check, run, rows, admin, all } = product
    await bring(csv(head, 'P1,,80,70,', 'P2,,50,,'))
    const { data } = await send(csv(head, 'P1,,81,75,60', 'P2,,51,,', 'P3,,1,,'))
    const plan = { ...planOf(data), mode: 'update' as const }
    expect(await check(data.id, plan)).toMatchObject({
      result: { counts: { changed: 1, refused: 2 }, marks: { cells: 2 } },
    })
    expect((await rows(data.id, 'refused')).list).toMatchObject([
      {
        row: 2,
        errors: [{ label: 'Music', shown: '60', text: 'There is no record here yet, so nothing can be updated' }],
      },
      { row: 4, errors: [{ label: 'Art', shown: '1' }] },
    ])
    const path = `/adminApi/score/importRows?id=${data.id}&action=refused`
    expect(await admin('GET', path, undefined, { 'accept-language': 'zh-CN' })).toMatchObject({
      data: { list: [{ errors: [{ text: '这里还没有记录，无法更新' }] }, {}] },
    })
    expect(await run(data.id, plan, true)).toMatchObject({
      state: 'done',
      result: { counts: { changed: 1, refused: 2 } },
    })
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 70', 'P2 Art 51'])
  }
  await product.db.execute(sql`truncate score`)
  // A doubt is told at its cell, only where the row is written, and must be accepted.
  {
    const { bring, send, planOf, check, begin, admin } = product
    await bring(csv(head, 'P1,,110,70,'))
    const { data } = await send(csv(head, 'P1,Pupil 1,110,70,', 'P2,Somebody,115,20,', 'P3,,30,,'))
    const plan = planOf(data)
    expect(await check(data.id, plan)).toMatchObject({
      result: { counts: { new: 2, unchanged: 1, refused: 0 }, warnings: { rows: 1, kinds: { rule: 1 } } },
    })
    const warned = await admin('GET', `/adminApi/score/importRows?id=${data.id}&action=warned`)
    expect(warned.data).toMatchObject({
      list: [
        {
          row: 3,
          warnings: [
            { label: 'Art', text: 'Is 115 right?' },
            { label: 'Name', text: 'The name is Pupil 2' },
          ],
        },
      ],
    })
    expect(await admin('POST', '/adminApi/score/importRun', { id: data.id, plan })).toMatchObject({
      code: 422,
      data: { reason: 'warnings' },
    })
    expect(await begin('importRun', { id: data.id, plan, acceptWarnings: true })).toMatchObject({ state: 'done' })
  }
  await product.db.execute(sql`truncate score`)
  // A plan without a needed column, with keys, or with a column that is not there is refused.
  {
    const { send, planOf, admin } = product
    const { data } = await send(csv('Art,Maths', '1,2'))
    const asked = (change: object) =>
      admin('POST', '/adminApi/score/importCheck', { id: data.id, plan: { ...planOf(data), ...change } })
    expect(await asked({})).toMatchObject({
      code: 422,
      data: { errors: { mapping: ['The file needs these columns: Number'] } },
    })
    expect(await asked({ mapping: ['number', 'id'] })).toMatchObject({
      data: { errors: { mapping: expect.anything() } },
    })
    expect(await asked({ mapping: ['number', null], keys: ['number'] })).toMatchObject({
      data: { errors: { keys: expect.anything() } },
    })
    expect(await asked({ mapping: ['number', null], blank: 'clear' })).toMatchObject({
      data: { errors: { blank: ['Empty cells cannot clear anything here'] } },
    })
  }
  await product.db.execute(sql`truncate score`)
  // The modes add or change only.
  {
    const { bring, all, admin } = product
    await bring(csv(head, 'P1,,80,,'))
    const added = await bring(csv(head, 'P1,,81,70,', 'P2,,1,,'), { mode: 'add' })
    expect(added.job).toMatchObject({ result: { counts: { new: 1, changed: 1, rows: { new: 2, skipped: 1 } } } })
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 70', 'P2 Art 1'])
    const changed = await bring(csv(head, 'P1,,82,71,', 'P3,,1,,'), { mode: 'update', skipRefused: true })
    expect(changed.job).toMatchObject({ result: { counts: { changed: 1, refused: 1, rows: { changed: 2 } } } })
    expect(await all()).toEqual(['P1 Art 82', 'P1 Maths 71', 'P2 Art 1'])
    expect(await admin('GET', `/adminApi/score/importRows?id=${changed.view.id}&action=refused`)).toMatchObject({
      data: { list: [{ row: 3, errors: [{ label: 'Art' }] }] },
    })
  }
  await product.db.execute(sql`truncate score`)
  // An officer brings the rows of the own scope alone, and sees no column without its node.
  {
    const made = product
    const own = importer(made, made.officer, 'score')
    await made.bring(csv('Number,Course,Mark,Remark', 'P2,Art,50,kept', 'P3,Art,9,kept'))
    const { data } = await own.send(
      csv(`${head},Course,Mark,Remark`, 'P1,,80,,,,,', 'P2,,51,,,,,', 'P4,,1,,,,,', 'P3,,,,,Art,10,x'),
    )
    expect(data.lines?.map(({ name }) => name)).not.toContain('remark')
    const plan = own.planOf(data)
    expect(plan.mapping.at(-1)).toBeNull()
    const job = await own.run(data.id, plan, true)
    expect(job).toMatchObject({ result: { counts: { new: 1, changed: 1, refused: 2 } } })
    const { list } = await own.rows(data.id, 'refused')
    expect(list.map(({ row, errors }) => [row, errors[0]?.text])).toEqual([
      [3, 'This Pupil, Course is taken by a row outside of your data scope'],
      [4, 'Outside your data scope'],
    ])
    expect(await made.all()).toEqual(['P2 Art 50', 'P3 Art 10', 'P1 Art 80'])
    const { rows } = await made.db.execute(sql`select distinct remark from score where pupil_id in (2, 3)`)
    expect(rows).toEqual([{ remark: 'kept' }])
  }
  await product.db.execute(sql`truncate score`)
  // Rows that others have changed since the check are named by their lines.
  {
    const { bring, send, planOf, check, run, admin, db, all } = product
    await bring(csv(head, 'P1,,80,70,', 'P2,,50,,'))
    const { data } = await send(csv(head, 'P1,,81,71,', 'P2,,51,,', 'P3,,1,,'))
    const plan = planOf(data)
    await check(data.id, plan)
    await db.execute(sql`update score set mark = 99 where pupil_id = 1 and course_id = 2`)
    const answer = await admin('POST', '/adminApi/score/importRun', { id: data.id, plan })
    expect(answer).toMatchObject({ code: 409, data: { reason: 'drifted', count: 1, rows: [{ row: 2, title: 'P1' }] } })
    expect(await run(data.id, plan, false, { sinceCheck: 'skip' })).toMatchObject({
      state: 'done',
      result: { counts: { new: 1, changed: 2, rows: { new: 1, changed: 2, skipped: 1 } } },
    })
    expect(await all()).toEqual(['P1 Art 81', 'P1 Maths 99', 'P2 Art 51', 'P3 Art 1'])
  }
  await product.db.execute(sql`truncate score`)
  // An import is taken back: what it added goes, and what it changed is as before.
  {
    const { bring, begin, all, admin, db } = product
    await bring(csv(head, 'P1,,80,70,'))
    const { view, job } = await bring(csv(head, 'P1,,81,70,60', 'P2,,1,2,3'))
    expect(job.result).toMatchObject({ changeSetId: expect.any(Number) })
    const { rows } = await db.execute<{ id: number }>(sql`select id from score where pupil_id = 2 and course_id = 1`)
    await admin('POST', '/adminApi/score/edit', { id: Number(rows[0]?.id), mark: 9 })
    expect(await begin('importUndo', { id: view.id })).toMatchObject({ state: 'failed' })
    expect(await begin('importUndo', { id: view.id, partial: true })).toMatchObject({
      state: 'done',
      result: { removed: 3, changed: 1, left: 1 },
    })
    expect(await all()).toEqual(['P1 Art 80', 'P1 Maths 70', 'P2 Art 9'])
  }
  await product.db.execute(sql`truncate score`)
  // The same import a second time writes nothing, also with a repeated key.
  {
    const { send, planOf, until, admin, all } = product
    const { data } = await send(csv(head, 'P1,,80,70,'))
    const key = { 'idempotency-key': 'once' }
    const ask = () => admin('POST', '/adminApi/score/importRun', { id: data.id, plan: planOf(data) }, key)
    const first = await ask()
    await until((first.data as { job: number }).job)
    expect(await ask()).toMatchObject({ code: 409, data: { reason: 'done' } })
    expect(await all()).toHaveLength(2)
  }
  await product.db.execute(sql`truncate score`)
  // The template has the columns of a line.
  {
    const { admin, api } = product
    const headers = { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' }
    const response = await api.request('/adminApi/score/template', { headers })
    const text = JSON.stringify(
      await readTexts(temporaryFile('template.xlsx', Buffer.from(await response.arrayBuffer()))),
    )
    for (const title of ['Number *', 'Name', 'Art', 'Maths', 'Music', 'Course', 'Mark']) expect(text).toContain(title)
    expect(text).not.toContain('Pupil')
  }
})

test('a writer of the whole file writes all rows at once, and everything is taken back with them', async () => {
  const { bring, begin, all, db } = await scores({ atOnce: true })
  await bring(csv(head, 'P1,,80,,'))
  const counted = async () =>
    (await db.execute<{ scores: number }>(sql`select scores from pupil where number <= 'P2' order by id`)).rows
  const { view, job } = await bring(csv(head, 'P1,,81,70,60', 'P2,,1,2,3', 'P3,,200,,'), { skipRefused: true })
  expect(job).toMatchObject({ state: 'done', result: { counts: { refused: 1, rows: { new: 5, changed: 1 } } } })
  expect(await counted()).toEqual([{ scores: 3 }, { scores: 3 }])
  expect(await all()).toHaveLength(6)
  expect(job.result?.changeSetId).toBeNull()
  expect(await begin('importUndo', { id: view.id }).catch((error: Error) => error.message)).toContain('404')
})

test('the document of the contract has the columns of lines and the numbers of rows', async () => {
  const { resource } = await scores({ work: false })
  const operations = new Map(crudOperations(resource.description).map((one) => [one.path, one]))
  const answered = (action: string) => JSON.stringify(operations.get(`/adminApi/score/${action}`)?.answer ?? null)
  expect(answered('importView')).toContain('"lines"')
  expect(answered('importReport')).toContain('"rows"')
})
