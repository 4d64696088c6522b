import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import type { Node } from '#src/resource/registry.ts'
import type { Call } from './base-info.ts'
import { schemeOf, startExams } from './exams.ts'
import { addOfficer } from './officer.ts'

const COMBOS = { choice: '3+1+2' } as const
export const deskNodes: Node[] = ['exam/data/index', 'exam/data/enter', 'exam/data/submit']

export type WrittenCell = {
  outcome: string
  now: { value: string; version: number } | null
  message: string
}
type Cell = [
  candidateId: number,
  subjectId: number,
  value: string | number,
  was?: { value: string; version: number } | null,
]

/**
 * Starts an exam that collects, with pupils E1 and E2 in the first class of East School, E3 in its second, and W1 in
 * West School.
 */
export async function startExamData(values: object = {}) {
  const api = await startExams()
  const { pupil, east, west, collecting } = api
  await pupil({ number: 'E1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'E2', name: 'Han Mei', orgId: east.one })
  await pupil({ number: 'E3', name: 'Zhao Yu', orgId: east.two })
  await pupil({ number: 'W1', name: 'Wang Fang', orgId: west.one })
  const exam = await collecting(values)
  return { ...api, exam, candidates: await candidatesOf(api.db, exam), ...callsOf(exam), officer: officerOf(api) }
}

/** The ids of the candidates by number. */
export async function candidatesOf(db: Database, exam: number): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ number: string; id: number }>(
    sql`select number, id::float8 as id from candidate where exam_id = ${exam}`,
  )
  return Object.fromEntries(rows.map(({ number, id }) => [number, id]))
}

function callsOf(exam: number) {
  /** Writes cells; an empty cell is expected unless `was` is given. */
  const write = async (call: Call, ...cells: Cell[]) => {
    const answer = await call('POST', '/adminApi/exam/papers', {
      id: exam,
      cells: cells.map(([candidateId, subjectId, value, was = null]) => ({ candidateId, subjectId, value, was })),
    })
    return { ...answer, cells: (answer.data as { cells?: WrittenCell[] } | null)?.cells ?? [] }
  }
  const get = (call: Call, name: string, query = '') => call('GET', `/adminApi/exam/${name}?id=${exam}${query}`)
  const post = (call: Call, name: string, body: object) => call('POST', `/adminApi/exam/${name}`, { id: exam, ...body })
  return { write, get, post }
}

/** Makes accounts of the desk: with an organization and its data scope. */
function officerOf(api: Awaited<ReturnType<typeof startExams>>) {
  return async (username: string, deptId: number, scope: 'org' | 'orgBelow', nodes: Node[] = deskNodes) => {
    await addOfficer(api, { username, nodes, scope, deptId })
    return api.signIn('admin', username)
  }
}

/** A scheme with a required subject and three that are chosen together. */
export function choiceScheme(call: Call, levelId: unknown, [all, one, ...two]: [number, number, number, number]) {
  const role = { counts: 1, assigned: 0, fullMark: 100 }
  return schemeOf(call, {
    ...COMBOS,
    name: 'With a choice',
    levelId,
    subjects: [
      { ...role, subjectId: all, kind: 'required' },
      { ...role, subjectId: one, kind: 'first' },
      ...two.map((subjectId) => ({ ...role, subjectId, kind: 'second' })),
    ],
    combinations: [{ name: 'Both', subjectIds: [one, ...two] }],
  })
}

/** What is counted of papers and of candidates: as it is kept, and by counting. */
export async function countsOf(db: Database) {
  const kept =
    await db.execute(sql`select exam_id, school_id, subject_id, entered, absent, cheat, exempt from paper_count
    where (entered, absent, cheat, exempt) <> (0, 0, 0, 0) order by 1, 2, 3`)
  const counted = await db.execute(sql`select c.exam_id, c.school_id, p.subject_id, count(*)::int as entered,
      count(*) filter (where p.flag = 1)::int as absent, count(*) filter (where p.flag = 2)::int as cheat, count(*) filter (where p.flag = 3)::int as exempt
    from candidate c join paper p on p.exam_id = c.exam_id and p.candidate_id = c.id where c.status = 'in' group by 1, 2, 3 order by 1, 2, 3`)
  const keptPeople = await db.execute(
    sql`select exam_id, school_id, combo, candidates from candidate_count where candidates <> 0 order by 1, 2, 3`,
  )
  const people = await db.execute(
    sql`select exam_id, school_id, combo, count(*)::int as candidates from candidate where status = 'in' group by 1, 2, 3 order by 1, 2, 3`,
  )
  return { kept: [kept.rows, keptPeople.rows], counted: [counted.rows, people.rows] }
}
