import { expect, test } from 'vitest'
import { csvOf, startExamFiles } from '../support/exam-files.ts'

const WIDE = 'KSH,XM,学校,班级,选科组合,YW,SX,WL,LS,HX,SW,总分'

test('a wide file is read, written, and found unchanged again', async () => {
  const api = await startExamFiles()
  const { call, collecting, choosing, papers, filesOf } = api
  const exam = await collecting({ schemeId: choosing })
  const files = filesOf(`exam-score:${exam}`)
  const content = csvOf(
    WIDE,
    'E1,Li Lei,East School,Class 1,,120.5,90,80,,70,60,420.5',
    'E2,Han Mei,E,E-1,,缺考,absent,C,,E,,',
    'W1,,,,,99,违纪,,,,免考,99',
  )
  const first = await files.bring(content)
  expect(first.view.columns.map(({ field }) => field)).toEqual([
    'number',
    'name',
    'school',
    'class',
    'combo',
    ...['chinese', 'maths', 'physics', 'history', 'chemistry', 'biology'].map(
      (name) => `s${api.subjects[name as keyof typeof api.subjects]}`,
    ),
    'total',
  ])
  expect(first.job).toMatchObject({
    state: 'done',
    result: { counts: { new: 3, changed: 0, unchanged: 0, refused: 0, rows: { new: 12, changed: 0, unchanged: 0 } } },
  })
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
  const again = await files.bring(content)
  expect(again.job).toMatchObject({
    result: { changeSetId: null, counts: { new: 0, changed: 0, unchanged: 3, rows: { new: 0, changed: 0, unchanged: 12 } } },
  })
  expect(await call('GET', `/adminApi/exam/overview?id=${exam}`)).toMatchObject({ code: 200 })
})
