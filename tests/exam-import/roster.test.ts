import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { csvOf, startExamFiles } from '../support/exam-files.ts'

const HEAD = '学籍号,考号,姓名,学校,班级,组合'

test('a roster file gives numbers and combinations, also exchanged ones, and can be undone', async () => {
  const api = await startExamFiles()
  const { db, draft, take, choosing, filesOf, officer, east, west } = api
  const exam = await draft({ schemeId: choosing })
  await take(exam)
  const files = filesOf(`exam-roster:${exam}`)
  const people = async () => {
    const { rows } = await db.execute<{ text: string }>(sql`
      select s.number || ' ' || c.number || ' ' || c.combo as text from candidate c join student s on s.id = c.student_id
      where exam_id = ${exam} order by s.number`)
    return rows.map(({ text }) => text)
  }
  const content = csvOf(HEAD, 'E1,A01,Li Lei,E,Class 1,PCB', 'E2,E3,,,,HCB', 'E3,E2,,,,', 'W1,,,,,HCB')
  const { view, job } = await files.bring(content)
  expect(view.columns.map(({ field }) => field)).toEqual(['student', 'number', 'name', 'school', 'class', 'combo'])
  expect(job).toMatchObject({
    state: 'done',
    result: { counts: { new: 0, changed: 4, unchanged: 0, refused: 0, rows: { changed: 4 } } },
  })
  expect(await people()).toEqual(['E1 A01 PCB', 'E2 E3 HCB', 'E3 E2 ', 'E4 E4 ', 'W1 W1 HCB'])
  expect((await files.bring(content)).job).toMatchObject({
    result: { changeSetId: null, counts: { changed: 0, unchanged: 4 } },
  })
  const wrong = await files.said(
    csvOf(HEAD, 'X9,B1,,,,', 'E1,E4,Lei Li,W,Class 2,PHY', 'E2,B2,,,,', 'E3,B2,,,,', 'E3,B3,,,,', 'W1,a b,,,,'),
  )
  expect(wrong.said).toEqual([
    [2, 'Student number: No candidate has the student number “X9”'],
    [
      3,
      'Class: On the roster, this candidate is in Class 1',
      'Combination: There is no such combination. Choose one of: PCB, HCB',
      'Exam number: The exam number “E4” belongs to another candidate',
      'Name: The candidate with this number has another name',
      'School: On the roster, this candidate is at East School',
    ],
    [5, 'Exam number: Repeats row 4', 'Student number: Repeats row 6'],
    [6, 'Student number: Repeats row 5'],
    [7, expect.stringMatching(/^Exam number: /)],
  ])
  const seen = await files.send(csvOf('学籍号,考号', 'E4,A04'))
  await files.check(seen.data.id, files.planOf(seen.data))
  expect((await files.rows(seen.data.id, 'changed')).list).toMatchObject([
    { title: 'E4', changes: [{ label: 'Exam number', before: 'E4', after: 'A04' }] },
  ])
  // Somebody changes one of them since.
  await db.execute(sql`update candidate set combo = 'HCB' where exam_id = ${exam} and number = 'A01'`)
  expect(await files.begin('importUndo', { id: view.id })).toMatchObject({
    state: 'done',
    result: { changed: 3, removed: 0, left: 1 },
  })
  expect(await people()).toEqual(['E1 A01 HCB', 'E2 E2 ', 'E3 E3 ', 'E4 E4 ', 'W1 W1 '])

  // Where nobody chooses, a file gives numbers alone.
  const plain = await draft({ name: 'Plain' })
  await take(plain)
  expect((await filesOf(`exam-roster:${plain}`).bring(csvOf('学籍号,考号', 'E1,P01', 'E2,P02'))).job).toMatchObject({
    state: 'done',
    result: { counts: { changed: 2, refused: 0 } },
  })

  // A school sets the combinations of its own candidates alone.
  const principal = filesOf(`exam-roster:${exam}`, await officer('principal', east.id))
  const own = await principal.said(csvOf('学籍号,组合', 'E1,PCB', 'W1,PCB'))
  expect(own.said).toEqual([[3, 'Student number: No candidate has the student number “W1”']])
  const other = filesOf(`exam-roster:${exam}`, await officer('elsewhere', west.id))
  expect((await other.said(csvOf('学籍号,组合', 'E1,PCB'))).said).toEqual([
    [2, 'Student number: No candidate has the student number “E1”'],
  ])
  await db.execute(sql`update exam set state = 'collecting' where id = ${exam}`)
  await db.execute(sql`update exam_part set state = 'submitted' where exam_id = ${exam} and school_id = ${east.id}`)
  expect((await files.said(csvOf('学籍号,组合', 'E1,PCB'))).said).toEqual([
    [2, 'Student number: East School has submitted its part. It must be returned first'],
  ])
  await db.execute(sql`update exam set state = 'locked' where id = ${exam}`)
  const last = await files.send(csvOf('学籍号,组合', 'E1,PCB'))
  expect(last.msg).toBe('The exam is locked, so its roster cannot change.')
})
