import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { csvOf, startExamFiles } from '../support/exam-files.ts'

const WIDE = 'KSH,XM,学校,班级,选科组合,YW,SX,WL,LS,HX,SW,总分'

test('a wide file is read, written and found unchanged, and a long one too; each error is at its cell', async () => {
  const api = await startExamFiles()
  const { call, db, collecting, choosing, papers, filesOf } = api
  await db.execute(sql`
    insert into student (number, name, gender, year_id, org_id, since, status)
    select place.letter || 'P' || n, 'Pupil', 0, ${api.year}, place.id, '2024-09-01', 'active'
    from (values ('E', ${api.east.one}::bigint), ('W', ${api.west.one}::bigint)) place (letter, id), generate_series(1, 12) n`)
  const exam = await collecting({ schemeId: choosing })
  const files = filesOf(`exam-score:${exam}`)
  const content = csvOf(
    WIDE,
    'E1,Li Lei,East School,Class 1,,120.5,90,80,,70,60,420.5',
    'E2,Han Mei,E,E-1,,缺考,absent,C,,E,,',
    'W1,,,,,99,违纪,,,,免考,99',
  )
  const first = await files.bring(content)
  const { subjects } = api
  const ids = [
    subjects.chinese,
    subjects.maths,
    subjects.physics,
    subjects.history,
    subjects.chemistry,
    subjects.biology,
  ]
  expect(first.view.columns.map(({ field }) => field)).toEqual([
    'number',
    'name',
    'school',
    'class',
    'combo',
    ...ids.map((id) => `s${id}`),
    'total',
  ])
  expect(first.job).toMatchObject({
    state: 'done',
    title: 'Import rows.csv (Marks of Midterm)',
    result: { counts: { new: 3, changed: 0, unchanged: 0, refused: 0, rows: { new: 12, changed: 0, unchanged: 0 } } },
  })
  expect(first.job.about).not.toHaveProperty('menu')
  expect(await papers(exam)).toEqual([
    'E1 YW 120.5 v1',
    'E1 SX 90 v1',
    'E1 WL 80 v1',
    'E1 HX 70 v1',
    'E1 SW 60 v1',
    'E2 YW flag1 v1',
    'E2 SX flag1 v1',
    'E2 WL flag2 v1',
    'E2 HX flag3 v1',
    'W1 YW 99 v1',
    'W1 SX flag2 v1',
    'W1 SW flag3 v1',
  ])
  const shown = await call('POST', `/adminApi/exam-score:${exam}/importPreview`, {
    id: first.view.id,
    plan: first.plan,
  })
  const { rows } = shown.data as { rows: { cells: { text: string }[] }[] }
  expect(rows[1]?.cells.map(({ text }) => text).slice(5)).toEqual(['Absent', 'Absent', 'Cheated', '', 'Exempt', '', ''])
  expect((await files.bring(content)).job).toMatchObject({
    result: {
      changeSetId: null,
      counts: { new: 0, changed: 0, unchanged: 3, rows: { new: 0, changed: 0, unchanged: 12 } },
    },
  })
  // A blank cell keeps what is stored. A line with one new mark and one changed mark is changed.
  const some = csvOf('考号,语文YW,LS,SX', 'E1,,,91', 'E3,缺,,88').replace('语文YW', 'YW')
  const sent = await files.send(some)
  expect(await files.check(sent.data.id, files.planOf(sent.data))).toMatchObject({
    result: { counts: { new: 1, changed: 1, rows: { new: 2, changed: 1, unchanged: 0 } } },
  })
  expect((await files.rows(sent.data.id, 'changed')).list).toMatchObject([
    { row: 2, title: 'E1', changes: [{ label: 'Mathematics of exams', before: '90', after: '91' }] },
  ])
  expect((await files.rows(sent.data.id, 'new')).list).toMatchObject([
    { changes: [{ label: 'Chinese language', before: '', after: 'Absent' }, { after: '88' }] },
  ])
  await files.run(sent.data.id, files.planOf(sent.data))
  expect(await papers(exam)).toContain('E1 SX 91 v2')

  const long = csvOf('考号,科目,成绩', 'E4,YW,101', 'E4,Mathematics of exams,Q', 'E4,X-WL,50', 'E1,SX,91')
  const brought = await files.bring(long)
  expect(brought.view.columns.map(({ field }) => field)).toEqual(['number', 'subject', 'mark'])
  expect(brought.job).toMatchObject({ result: { counts: { new: 3, unchanged: 1, rows: { new: 3, unchanged: 1 } } } })
  expect(await papers(exam)).toEqual(expect.arrayContaining(['E4 YW 101 v1', 'E4 SX flag1 v1', 'E4 WL 50 v1']))
  const preview = await call('POST', `/adminApi/exam-score:${exam}/importPreview`, {
    id: brought.view.id,
    plan: brought.plan,
  })
  expect(preview.data).toMatchObject({
    rows: [
      { cells: [{ text: 'E4' }, { text: 'Chinese language' }, { text: '101' }] },
      { cells: [{}, {}, { text: 'Absent' }] },
      {},
      {},
    ],
  })

  // Errors. E1 chooses physics, E2 is excluded.
  await db.execute(sql`update candidate set combo = 'PCB' where exam_id = ${exam} and number = 'E1'`)
  await db.execute(sql`update candidate set status = 'out', reason = 'Ill' where exam_id = ${exam} and number = 'E2'`)
  const wrong = await files.said(
    csvOf(
      WIDE,
      'X9,,,,,1,,,,,,',
      ',,,,,1,,,,,,',
      'E1,Lei Li,West School,Class 2,HCB,151,70.25,-1,40,70.001,ill,1',
      'E2,,,,,10,,,,,,',
      'E3,,,Class 9,PCB,10,20,,,,,31',
      'E4,,,W-1,,10,95%,,,,,缺考',
      'E4,,,,,11,,,,,,',
      'W1,,,,,10,,,,,,many',
    ),
  )
  expect(wrong.said).toEqual([
    [2, 'Exam number: No candidate has the exam number “X9”'],
    [3, 'Exam number: Required'],
    [
      4,
      'Biology of exams: This is no mark. Give a number, or absent, cheated or exempt',
      'Chemistry of exams: Marks are in steps of 0.5',
      'Chinese language: Above the full mark of 150',
      'Class: On the roster, this candidate is in Class 1',
      'Combination: On the roster, this candidate has the combination PCB',
      'History of exams: The combination PCB of this candidate does not have this subject',
      'Mathematics of exams: Marks are in steps of 0.5',
      'Name: The candidate with this number has another name',
      'Physics of exams: This is no mark. Give a number, or absent, cheated or exempt',
      'School: On the roster, this candidate is at East School',
    ],
    [5, 'Exam number: This candidate no longer takes part in the exam'],
    [
      6,
      'Class: East School has no class “Class 9”',
      'Combination: On the roster, this candidate has no combination',
      'Total: The marks of this row add up to 30',
    ],
    [
      7,
      'Class: East School has no class “W-1”',
      'Exam number: Repeats row 8',
      'Mathematics of exams: This is no mark. Give a number, or absent, cheated or exempt',
    ],
    [8, 'Exam number: Repeats row 7'],
    [9, 'Total: The total must be a number'],
  ])
  const wrongLong = await files.said(
    csvOf(
      '考号,科目,成绩',
      'E3,YW,151',
      'E3,SX,70.3',
      'E3,Alchemy,1',
      'E4,YW,1',
      'E4,语,1',
      'E1,LS,1',
      'E9,LS,1',
      'W1,YW,1.001',
      'W1,,88',
      'W1,,',
    ),
  )
  expect(wrongLong.said).toEqual([
    [2, 'Mark: Above the full mark of 150'],
    [3, 'Mark: Marks are in steps of 0.5'],
    [4, 'Subject: This exam has no subject “Alchemy”'],
    [5, 'Exam number: Repeats the candidate and subject of row 6'],
    [6, 'Exam number: Repeats the candidate and subject of row 5'],
    [7, 'Mark: The combination PCB of this candidate does not have this subject'],
    [8, 'Exam number: No candidate has the exam number “E9”'],
    [9, 'Mark: A mark has at most two decimals'],
    [10, 'Subject: Required'],
  ])
  const swapped = await files.said(csvOf('考号,数学,语文', 'E3,120,60', 'E4,130,70', 'W1,90,80'))
  expect(swapped.said).toEqual([
    [
      2,
      'Chinese language: The columns Mathematics of exams and Chinese language look swapped: many marks of Mathematics of exams are above its full mark',
      'Mathematics of exams: Above the full mark of 100',
    ],
    [3, 'Mathematics of exams: Above the full mark of 100'],
  ])
  expect(await files.doubted(csvOf('考号,WL', 'E3,12', 'E4,13'))).toEqual([
    '2 Exam number: Candidates without a combination: 2. Their chosen subjects are not checked',
  ])

  // What looks wrong in a file as a whole.
  const school = (letter: string, marks: (n: number) => string) =>
    csvOf('KSH,YW,SX', ...Array.from({ length: 12 }, (_, at) => `${letter}P${at + 1},${marks(at)}`))
  await files.bring(school('W', () => '100,50'))
  expect(await files.doubted(school('E', (n) => (n < 2 ? '缺考,90' : '60,90')))).toEqual([
    '2 Chinese language: 17% are absent in Chinese language in this file',
    '2 Chinese language: The mean of Chinese language in this file is 60, far below other schools',
    '2 Mathematics of exams: The mean of Mathematics of exams in this file is 90, far above other schools',
  ])
})
