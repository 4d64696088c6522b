import { sql } from 'drizzle-orm'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import { type Call, idOf } from './base-info.ts'
import { schemeOf, startExams } from './exams.ts'
import { importer, type Plan } from './imports.ts'
import { addOfficer } from './officer.ts'

/** The nodes of somebody who enters marks for a school. */
export const entering = [
  'exam/exam/index',
  'exam/data/index',
  'exam/data/enter',
  'exam/candidate/index',
  'exam/candidate/edit',
] as const satisfies readonly Node[]

/**
 * Starts the API with pupils E1, E2 … of East School and W1 of West School, and a scheme in which pupils choose:
 * Chinese
 * language and mathematics for all, physics or history, and two of chemistry, biology and geography.
 */
export async function startExamFiles() {
  const api = await startExams()
  const { call, pupil, east, west, levels, chinese, maths } = api
  const levelIds = [levels.junior?.id]
  const subject = async (code: string, name: string) =>
    idOf(
      await call('POST', '/adminApi/subject/add', { code, name, levelIds, type: 'second', fullMark: 100, status: 1 }),
    )
  const physics = await subject('X-WL', 'Physics of exams')
  const history = await subject('X-LS', 'History of exams')
  const chemistry = await subject('X-HX', 'Chemistry of exams')
  const biology = await subject('X-SW', 'Biology of exams')
  const role = (subjectId: number, kind: string, fullMark = 100, counts = 1) => ({
    subjectId,
    kind,
    fullMark,
    counts,
    assigned: 0,
  })
  const choosing = await schemeOf(call, {
    name: 'With choices',
    levelId: levels.junior?.id,
    choice: '3+1+2',
    subjects: [
      role(chinese, 'required', 150),
      role(maths, 'required'),
      role(physics, 'first'),
      role(history, 'first'),
      role(chemistry, 'second'),
      role(biology, 'second'),
    ],
    combinations: [
      { name: 'PCB', subjectIds: [physics, chemistry, biology] },
      { name: 'HCB', subjectIds: [history, chemistry, biology] },
    ],
  })
  await pupil({ number: 'E1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'E2', name: 'Han Mei', orgId: east.one })
  await pupil({ number: 'E3', name: 'Wang Yi', orgId: east.two })
  await pupil({ number: 'E4', name: 'Zhao Er', orgId: east.two })
  await pupil({ number: 'W1', name: 'Sun San', orgId: west.one })
  /** All papers of an exam as `number code mark-or-flag version`. */
  const papers = async (examId: number) => {
    const { rows } = await api.db.execute<{ text: string }>(sql`
      select concat_ws(' ', c.number, split_part(s.code, '-', 2), coalesce((p.mark / 100.0)::float8::text, 'flag' || p.flag), 'v' || p.version) as text
      from paper p join candidate c on c.exam_id = p.exam_id and c.id = p.candidate_id join subject s on s.id = p.subject_id
      where p.exam_id = ${examId} order by c.number, s.id`)
    return rows.map(({ text }) => text)
  }
  /** Makes an officer and signs in. */
  const officer = async (username: string, deptId: number, nodes: readonly Node[] = entering) => {
    const scope: RoleScope = 'orgBelow'
    await addOfficer(api, { username, nodes: [...nodes], scope, deptId })
    return api.signIn('admin', username)
  }
  const filesOf = (key: string, caller: Call = call) => {
    const files = importer(api, caller, key)
    /** Checks a file, and says what is wrong with its lines. */
    const said = async (content: string | Buffer, change: Partial<Plan> = {}) => {
      const { code, msg, data } = await files.send(content)
      if (code !== 200) throw new Error(`${code} ${msg}`)
      const job = await files.check(data.id, { ...files.planOf(data), ...change })
      const { list } = await files.rows(data.id, 'refused')
      const told = list.map(({ row, errors }) => [
        row,
        ...errors.map(({ label, text }) => `${label}: ${text}`).toSorted(),
      ])
      return { id: data.id, job, said: told }
    }
    /** What a person should look at in a file. */
    const doubted = async (content: string | Buffer) => {
      const { id } = await said(content)
      const { data } = await caller('GET', `/adminApi/${key}/importRows?id=${id}&action=warned`)
      const { list } = data as { list: { row: number; warnings: { label: string; text: string }[] }[] }
      return list.flatMap(({ row, warnings }) => warnings.map(({ label, text }) => `${row} ${label}: ${text}`))
    }
    return { ...files, said, doubted }
  }
  return {
    ...api,
    subjects: { chinese, maths, physics, history, chemistry, biology },
    choosing,
    papers,
    officer,
    filesOf,
  }
}

/** A file of the given lines. */
export const csvOf = (...lines: string[]) => `${lines.join('\n')}\n`
