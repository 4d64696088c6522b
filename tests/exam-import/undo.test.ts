import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { csvOf, startExamFiles } from '../support/exam-files.ts'

test('undo takes away what an import has inserted, gives back what it has changed, and spares later corrections', async () => {
  const api = await startExamFiles()
  const { db, call, collecting, papers, filesOf, east } = api
  const exam = await collecting()
  const key = `exam-score:${exam}`
  const files = filesOf(key)
  const first = await files.bring(csvOf('KSH,YW,SX', 'E1,100,90', 'E2,101,缺考', 'E3,102,80'))
  const second = await files.bring(csvOf('KSH,YW,SX', 'E1,110,90', 'E2,111,70', 'E4,50,40'))
  expect(second.job).toMatchObject({
    result: { counts: { new: 1, changed: 2, rows: { new: 2, changed: 3, unchanged: 1 } } },
  })
  // Somebody corrects one mark that was changed, and one that was inserted.
  const correct = (number: string, code: string, mark: number) =>
    db.execute(sql`
      update paper p set mark = ${mark}, flag = 0, version = p.version + 1 from candidate c, subject s
      where p.exam_id = ${exam} and c.exam_id = ${exam} and c.id = p.candidate_id and c.number = ${number} and s.id = p.subject_id and s.code = ${code}`)
  await correct('E2', 'X-SX', 7100)
  await correct('E4', 'X-YW', 5100)
  const undone = await files.begin('importUndo', { id: second.view.id })
  expect(undone).toMatchObject({
    state: 'done',
    message:
      'Undone: 1 added record was removed, 2 changed records have their earlier values again. 2 records stay as they are',
    result: { undone: 3, removed: 1, changed: 2, left: 2 },
  })
  expect(await papers(exam)).toEqual([
    'E1 YW 100 v3',
    'E1 SX 90 v1',
    'E2 YW 101 v3',
    'E2 SX 71 v3',
    'E3 YW 102 v1',
    'E3 SX 80 v1',
    'E4 YW 51 v2',
  ])
  // What is left stays left.
  expect(await files.begin('importUndo', { id: second.view.id, partial: true })).toMatchObject({
    state: 'failed',
    message: 'This has already been undone',
  })
  // What the second import had changed is again as the first one left it, so it goes too. The corrected mark stays.
  expect(await files.begin('importUndo', { id: first.view.id })).toMatchObject({ result: { removed: 5, left: 1 } })
  expect(await papers(exam)).toEqual(['E2 SX 71 v3', 'E4 YW 51 v2'])

  const third = await files.bring(csvOf('KSH,SX', 'W1,30', 'E3,31'))
  await db.execute(sql`update exam_part set state = 'submitted' where exam_id = ${exam} and school_id = ${east.id}`)
  expect(await files.begin('importUndo', { id: third.view.id })).toMatchObject({
    state: 'failed',
    message: 'East School has submitted its part, so the import cannot be undone.',
  })
  expect((await files.said(csvOf('KSH,SX', 'E3,32', 'W1,32'))).said).toEqual([
    [2, 'Exam number: East School has submitted its part. It must be returned first'],
  ])
  await db.execute(sql`update exam_part set state = 'returned', reason = 'x' where exam_id = ${exam}`)
  // Corrected since by hand: nothing can be taken back.
  await correct('W1', 'X-SX', 3500)
  await correct('E3', 'X-SX', 3600)
  expect(await files.begin('importUndo', { id: third.view.id })).toMatchObject({
    state: 'failed',
    message: 'There is nothing to undo. Records that were changed since: 2',
  })

  // Somebody changes a mark after the check: the import asks.
  const sent = await files.send(csvOf('KSH,SX', 'W1,45', 'E3,46'))
  const plan = files.planOf(sent.data)
  await files.check(sent.data.id, plan)
  await correct('W1', 'X-SX', 3700)
  const run = (more: object) => call('POST', `/adminApi/${key}/importRun`, { id: sent.data.id, plan, ...more })
  expect(await run({})).toMatchObject({
    code: 409,
    data: { reason: 'drifted', count: 1, rows: [{ row: 2, title: 'W1', drift: 'changed' }] },
  })
  expect(await files.run(sent.data.id, plan, false, { sinceCheck: 'skip' })).toMatchObject({
    result: { counts: { changed: 1, skipped: 1, rows: { changed: 1, skipped: 1 } } },
  })
  expect(await papers(exam)).toEqual(expect.arrayContaining(['W1 SX 37 v3', 'E3 SX 46 v3']))

  // The exam is locked between check and import.
  const late = await files.send(csvOf('KSH,SX', 'W1,48'))
  await files.check(late.data.id, files.planOf(late.data))
  await db.execute(sql`update exam set state = 'locked' where id = ${exam}`)
  const refusal = 'The exam does not collect marks now, so none can be imported.'
  expect(
    await call('POST', `/adminApi/${key}/importRun`, { id: late.data.id, plan: files.planOf(late.data) }),
  ).toMatchObject({ code: 409, msg: refusal })
  expect(await files.begin('importUndo', { id: third.view.id })).toMatchObject({ state: 'failed', message: refusal })
  expect((await files.send(csvOf('KSH,SX', 'W1,48'))).msg).toBe(refusal)
})
