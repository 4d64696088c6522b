import type { Node } from '#src/resource/registry.ts'
import { startRuns } from '../exam-run/run-api.ts'
import { type Call, idOf, rowOf } from '../support/base-info.ts'
import { candidatesOf } from '../support/exam-data.ts'
import { addOfficer } from '../support/officer.ts'

export const asks: Node[] = ['exam/exam/index', 'exam/correction/index', 'exam/correction/add']
export const decides: Node[] = ['exam/exam/index', 'exam/correction/index', 'exam/correction/correct']

/**
 * Starts a locked exam with marks of E1, E2 (absent in mathematics) and E3 of East School, of whom E1 and E2 are in one
 * class, and of W1 of West School, who has no paper in mathematics.
 */
export async function startCorrections() {
  const api = await startRuns()
  const { call, db, pupil, east, west, chinese, collecting, enter, lock, signIn } = api
  await pupil({ number: 'E1', name: 'Li Lei', orgId: east.one })
  await pupil({ number: 'E2', name: 'Han Mei', orgId: east.one })
  await pupil({ number: 'E3', name: 'Zhao Yu', orgId: east.two })
  await pupil({ number: 'W1', name: 'Wang Fang', orgId: west.one })
  const exam = await collecting()
  await enter(exam, { E1: [8750, 6000], E2: [12_000, null], E3: [9000, 5000] })
  const candidates = await candidatesOf(db, exam)
  const written = await call('POST', '/adminApi/exam/papers', {
    id: exam,
    cells: [{ candidateId: candidates.W1, subjectId: chinese, value: '100', was: null }],
  })
  if (written.code !== 200) throw new Error(written.msg)
  await lock(exam)
  const ask = (caller: Call, number: string, subjectId: number, wanted: string, values: object = {}) =>
    caller('POST', '/adminApi/correction/add', {
      examId: exam,
      candidateId: candidates[number],
      subjectId,
      wanted,
      reason: 'A page was overlooked',
      ...values,
    })
  const asked = async (...given: Parameters<typeof ask>) => idOf(await ask(...given))
  const accept = (caller: Call, ...ids: number[]) =>
    caller('POST', '/adminApi/correction/accept', { examId: exam, ids })
  const refuse = (caller: Call, answer: string, ...ids: number[]) =>
    caller('POST', '/adminApi/correction/refuse', { examId: exam, ids, answer })
  const withdraw = (caller: Call, id: number) => caller('POST', '/adminApi/correction/withdraw', { examId: exam, id })
  const correction = (id: number) => rowOf(call, 'correction', id)
  const officer = async (username: string, deptId: number, nodes: Node[], scope: 'org' | 'orgBelow' = 'orgBelow') => {
    await addOfficer(api, { username, nodes, scope, deptId })
    return signIn('admin', username)
  }
  return { ...api, exam, candidates, ask, asked, accept, refuse, withdraw, correction, officer }
}

type Started = Awaited<ReturnType<typeof startCorrections>>

/** What the paper of a candidate has, and its version; null for no paper. */
export async function paperOf({ db, exam }: Pick<Started, 'db' | 'exam'>, number: string, subjectId: number) {
  const { rows } = await db.$client.query<{ text: string; version: number }>(
    `select paper_text(p.mark, p.flag) as text, p.version from paper p
      join candidate c on c.exam_id = p.exam_id and c.id = p.candidate_id
      where p.exam_id = $1 and c.number = $2 and p.subject_id = $3`,
    [exam, number, subjectId],
  )
  return rows[0] ?? null
}
