import { expect, test } from 'vitest'
import { deskNodes, startExamData } from '../support/exam-data.ts'
import { csvOf } from '../support/exam-files.ts'
import { importer } from '../support/imports.ts'
import { addTeacher } from '../support/teaching.ts'

test('a teacher enters and imports the subjects that the teacher teaches in a class, and no others', async () => {
  const api = await startExamData()
  const { call, get, write, candidates, chinese, maths, east, exam, signIn } = api
  const { E1 = 0, E3 = 0 } = candidates
  await addTeacher(api, {
    username: 'teacher',
    nodes: [...deskNodes],
    deptId: east.id,
    teaches: [[east.one, maths]],
  })
  const teacher = await signIn('admin', 'teacher')

  expect((await get(teacher, 'papers', `&schoolId=${east.id}&orgId=${east.one}`)).data).toMatchObject({
    subjects: [{ id: maths }],
    candidates: [{ number: 'E1', papers: [null] }, { number: 'E2' }],
  })
  expect((await write(teacher, [E1, maths, '50'], [E1, chinese, '50'], [E3, maths, '50'])).cells).toMatchObject([
    { outcome: 'saved' },
    { outcome: 'refused', message: 'The exam does not have this subject.' },
    { outcome: 'refused', message: 'This candidate is no longer on the roster, or is outside your data scope.' },
  ])
  // Findings are those of the own subject too: nothing tells who is absent or wrong in others.
  await write(call, [E1, chinese, 'C'], [E3, maths, '1'])
  expect((await get(teacher, 'findings')).data).toMatchObject({
    blocking: 0,
    missing: 1,
    list: [{ kind: 'missing', subjectId: maths, count: 1, of: 2, orgId: east.one }],
  })

  const files = importer(api, teacher, `exam-score:${exam}`)
  const { data } = await files.send(csvOf('KSH,X-YW,X-SX', 'E1,60,60', 'E2,,61'))
  await files.check(data.id, files.planOf(data))
  const { list } = await files.rows(data.id, 'refused')
  expect(list.map(({ row, errors }) => [row, errors.map(({ text }) => text)])).toEqual([
    [2, ['You do not teach this subject in the class']],
  ])
  // The file does not tell what the paper of another subject has.
  expect(
    list.map(({ changes }) => changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)),
  ).toEqual([['Chinese language:  → 60', 'Mathematics of exams: 50 → 60']])
})
