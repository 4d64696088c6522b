import { sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { notesOf, textsOf } from '../support/checked-file.ts'
import { csvOf, entering, startExamFiles } from '../support/exam-files.ts'

test('an exam has the calls of an import alone, for those who see it and may enter marks', async () => {
  const api = await startExamFiles()
  const { call, db, pupil, collecting, draft, filesOf, officer, east, west, papers } = api
  await pupil({ number: 'W2', name: 'Formula', orgId: west.two })
  const exam = await collecting({ name: '=Midterm' })
  await db.execute(sql`update candidate set name = '=1+1' where exam_id = ${exam} and number = 'W2'`)
  const key = `exam-score:${exam}`
  for (const path of ['index', 'edit?id=1', 'count', 'select?field=number', 'export', 'history?id=1', 'deleted'])
    expect([path, (await call('GET', `/adminApi/${key}/${path}`)).code]).toEqual([path, 404])
  for (const path of ['add', 'edit', 'bulkEdit', 'restore', 'sortable'])
    expect([path, (await call('POST', `/adminApi/${key}/${path}`, {})).code]).toEqual([path, 404])
  for (const other of ['exam-score:99', 'exam-score', 'exam-score:x', 'exam-other:1'])
    expect([other, (await call('GET', `/adminApi/${other}/template`)).code]).toEqual([other, 404])

  const principal = await officer('principal', east.id)
  const files = filesOf(key, principal)
  const said = await files.said(csvOf('KSH,XM,SX', 'E1,Li Lei,90', 'W1,Sun San,80', 'X1,Nobody,70'))
  expect(said.said).toEqual([
    [3, 'Exam number: No candidate has the exam number “W1”'],
    [4, 'Exam number: No candidate has the exam number “X1”'],
  ])
  expect(
    await files.run(said.id, { header: 1, mapping: ['number', 'name', `s${api.maths}`], keys: [] }, true),
  ).toMatchObject({ state: 'done', result: { counts: { new: 1, refused: 2, rows: { new: 1 } } } })
  expect(await papers(exam)).toEqual(['E1 SX 90 v1'])
  // Nobody else knows of this import.
  const other = await officer('other', west.id)
  expect((await other('GET', `/adminApi/${key}/importReport?id=${said.id}`)).code).toBe(404)
  const reader = await officer(
    'reader',
    east.id,
    entering.filter((node) => !node.endsWith('enter')),
  )
  expect(
    (await reader('POST', `/adminApi/${key}/importCheck`, { id: said.id, plan: { header: 1, mapping: [], keys: [] } }))
      .code,
  ).toBe(403)
  const hidden = await collecting({ name: 'Of the west', orgIds: [west.id] })
  expect((await principal('GET', `/adminApi/exam-score:${hidden}/template`)).code).toBe(404)
  const early = await draft({ name: 'Early' })
  expect(await call('GET', `/adminApi/exam/scoreSheet?id=${early}`)).toMatchObject({
    code: 409,
    msg: 'The exam does not collect marks now, so none can be imported.',
  })

  // The workbook to fill in has the candidates that are seen, and names for those who may see them.
  const sheet = async (query: string, caller: typeof call) => {
    const response = await api.api.request(`/adminApi/exam/scoreSheet?id=${exam}${query}`, {
      headers: { authorization: `Bearer ${caller.tokens.access_token}`, 'accept-language': 'en' },
    })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  const titles = ['School', 'Class', 'Combination', 'Chinese language', 'Mathematics of exams']
  expect((await textsOf(await sheet('', principal))).map((row) => row.slice(0, 3))).toEqual([
    ['Exam number', 'School', 'Class'],
    ['E1', 'East School', 'Class 1'],
    ['E2', 'East School', 'Class 1'],
    ['E3', 'East School', 'Class 2'],
    ['E4', 'East School', 'Class 2'],
  ])
  const west_ = await textsOf(await sheet(`&school=${west.id}`, call))
  expect(west_).toEqual([
    ['Exam number', 'Name', ...titles],
    expect.arrayContaining(['W1', 'Sun San', 'West School', 'Class 1']),
    expect.arrayContaining(['W2', '=1+1', 'West School', 'Class 2']),
  ])

  // A workbook of several schools comes back with its errors marked.
  const book = await writeXlsx({
    sheets: [
      {
        name: 'Marks',
        rows: [
          ['Exam number', 'Name', ...titles],
          ['E1', 'Li Lei', 'East School', 'Class 1', null, 150.5, 91],
          ['E2', 'Han Mei', 'West School', 'Class 1', null, 100, 90.25],
          ['W1', 'Sun San', 'West School', 'Class 1', null, 'A', 80],
          ['W2', '=1+1', 'West School', 'Class 1', null, 10, 20],
          ['N1', 'Nobody', 'North School', 'Class 1', null, 10, 20],
        ],
      },
    ],
  })
  const all = filesOf(key)
  const { data } = await all.send(Buffer.from(book), 'marks.xlsx')
  const checked = await all.check(data.id, all.planOf(data))
  expect(checked).toMatchObject({ result: { counts: { new: 1, refused: 4 }, marks: { cells: 5, notes: 5 } } })
  const { content } = await all.fetchFile(data.id)
  const notes = (await notesOf(content)).map(([place, text]) => [place, text.replace(/^【Yardstick: (.*)】$/, '$1')])
  expect(notes.toSorted()).toEqual([
    ['1,5', 'Above the full mark of 150'],
    ['2,2', 'On the roster, this candidate is at East School'],
    ['2,6', 'Marks are in steps of 0.5'],
    ['4,3', 'On the roster, this candidate is in Class 2'],
    ['5,0', 'No candidate has the exam number “N1”'],
  ])
})
