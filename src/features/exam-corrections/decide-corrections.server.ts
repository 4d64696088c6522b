import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type DataExam, dataExam, seenParts } from '#src/features/exam-data/data-access.server.ts'
import { paperText } from '#src/features/exam-data/mark-cell.ts'
import { checkCells, lockCounts, storedCells, writeCells } from '#src/features/exam-data/paper-write.server.ts'
import { computedStates } from '#src/features/exam-run/run-store.server.ts'
import { candidate, examPart, exam as examTable } from '#src/features/exams/exam.table.server.ts'
import { papersSeen } from '#src/features/exams/exam-access.server.ts'
import { noteEvent } from '#src/features/exams/exam-events.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { notify } from '#src/server/notices/notify.server.ts'
import type { Refusal } from '#src/server/write/refusal.server.ts'
import { correction } from './correction.table.server.ts'

/** Corrections of one exam. */
type Wanted = { examId: number; ids: readonly number[] }

type Found = {
  id: number
  candidateId: number
  subjectId: number
  was: string
  wanted: string
  state: string
  asker: number | null
  number: string
  subject: string
  schoolId: number
  /** Whether the actor sees the whole school. */
  whole: boolean
}

/** The most reasons in a message. */
const SENTENCES = 5

/**
 * Accepts corrections: the papers have the new marks then. All of them are accepted, or none.
 * @returns how many there were
 * @throws AppError 403 for own ones and those of schools that the actor does not see as a whole, 404, 409 with the
 * reasons in `data.rows` when one was decided, or its paper or exam is another one than it was
 */
export async function acceptCorrections(tx: Db, secret: string, actor: Actor, wanted: Wanted): Promise<number> {
  const { examId } = wanted
  // The exam is locked first, as by all who write papers.
  await tx.execute(sql`select from exam where id = ${examId} for share`)
  const data = await dataExam(tx, actor, examId)
  const rows = await lockWaiting(tx, actor, wanted)
  if (!computedStates.includes(data.exam.state)) throw new AppError(409, m.correction_notClosed(), { reason: 'state' })
  const cells = await cellsOf(tx, actor, data, rows)
  const ids = rows.map(({ id }) => id)
  await tx
    .update(correction)
    .set({ state: 'accepted' })
    .where(and(eq(correction.examId, examId), inArray(correction.id, ids)))
  await lockCounts(
    tx,
    examId,
    rows.map(({ candidateId }) => candidateId),
  )
  const written = await writeCells(tx, examId, cells)
  if (written.length < cells.length) throw new Error(`${cells.length - written.length} papers were not written`)
  for (const [schoolId, ofSchool] of Map.groupBy(rows, (row) => row.schoolId)) {
    await noteEvent(tx, actor, { examId, kind: 'corrected', schoolId, reason: listed(ofSchool) })
  }
  await tellAskers(tx, secret, actor, { exam: data.exam.name, outcome: 'accepted', answer: '', rows })
  return rows.length
}

/** Refuses corrections with an answer to who asked. @throws AppError 403, 404, 409 as accepting does */
export async function refuseCorrections(
  tx: Db,
  secret: string,
  actor: Actor,
  wanted: Wanted & { answer: string },
): Promise<number> {
  const rows = await lockWaiting(tx, actor, wanted)
  const ids = rows.map(({ id }) => id)
  await tx
    .update(correction)
    .set({ state: 'refused', answer: wanted.answer })
    .where(and(eq(correction.examId, wanted.examId), inArray(correction.id, ids)))
  const { examId, answer } = wanted
  const [exam] = await tx.select({ name: examTable.name }).from(examTable).where(eq(examTable.id, examId))
  await tellAskers(tx, secret, actor, { exam: exam?.name ?? '', outcome: 'refused', answer, rows })
  return rows.length
}

type Decision = {
  exam: string
  outcome: 'accepted' | 'refused'
  answer: string
  rows: readonly Found[]
}

/** Tells those who have asked, each once for all that was decided together; not whoever has decided an own one. */
async function tellAskers(
  tx: Db,
  secret: string,
  actor: Actor,
  { exam, outcome, answer, rows }: Decision,
): Promise<void> {
  const byAsker = Map.groupBy(rows, ({ asker }) => asker)
  const ids = [...byAsker.keys()].filter((id) => id !== null && id !== actor.id)
  // Accounts may be gone; those that are not stay until the commit.
  const { rows: accounts } = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from account where id = any (${sql.param(ids)}::bigint[]) and kind = 'admin' order by id for key share`)
  for (const { id } of accounts) {
    const own = byAsker.get(id) ?? []
    const [only] = own.length === 1 ? own : []
    const paper = only ? `${only.number} ${only.subject}` : ''
    await notify(tx, secret, {
      accountId: id,
      kind: 'correction',
      data: { exam, outcome, count: own.length, paper, answer },
      link: '/admin/exam/correction',
    })
  }
}

/** Takes back an own correction that waits. @throws AppError 403 for that of somebody else, 404, 409 when decided */
export async function withdrawCorrection(
  tx: Db,
  actor: Actor,
  { examId, id }: { examId: number; id: number },
): Promise<void> {
  const [row] = await lockSeen(tx, actor, { examId, ids: [id] })
  if (row?.asker !== actor.id) throw new AppError(403, m.correction_notYours())
  if (row.state !== 'waiting') throw new AppError(409, m.correction_decided(), { reason: 'state' })
  await tx
    .update(correction)
    .set({ state: 'withdrawn' })
    .where(and(eq(correction.examId, examId), eq(correction.id, id)))
}

/** Locks the corrections until the commit, in one order. @throws AppError 404 when one is not seen */
async function lockSeen(tx: Db, actor: Actor, { examId, ids }: Wanted): Promise<Found[]> {
  const wanted = [...new Set(ids)]
  const { rows } = await tx.execute<Found>(sql`
    select ${correction.id}::float8 as id, ${correction.candidateId}::float8 as "candidateId", ${correction.subjectId}::float8 as "subjectId",
      ${correction.was} as was, ${correction.wanted} as wanted, ${correction.state} as state, ${correction.createBy}::float8 as asker,
      c.number, ${subject.name} as subject, c.school_id::float8 as "schoolId",
      exists (select from ${examPart} where ${examPart.examId} = c.exam_id and ${examPart.schoolId} = c.school_id and ${seenParts(actor)}) as whole
    from ${correction} join ${candidate} c on c.exam_id = ${correction.examId} and c.id = ${correction.candidateId}
      join ${subject} on ${subject.id} = ${correction.subjectId}
    where ${correction.examId} = ${examId} and ${correction.id} = any (${sql.param(wanted)}::bigint[]) and ${papersSeen(actor, correction) ?? sql`true`}
    order by ${correction.id} for update of ${correction}`)
  if (rows.length < wanted.length) throw new AppError(404, m.error_rowMissing())
  return rows
}

/** The same, of those that the actor decides and that wait. @throws AppError 403, 404, 409 */
async function lockWaiting(tx: Db, actor: Actor, wanted: Wanted): Promise<Found[]> {
  const rows = await lockSeen(tx, actor, wanted)
  if (rows.some(({ whole }) => !whole)) throw new AppError(403, m.correction_notWhole())
  // Four eyes. A super administrator may be the only one.
  if (!actor.super && rows.some(({ asker }) => asker === actor.id)) throw new AppError(403, m.correction_own())
  refuse(rows.flatMap((row) => (row.state === 'waiting' ? [] : [refusalOfRow(row, m.correction_decided())])))
  return rows
}

/** What is written for corrections, when their papers still have what they had. @throws AppError 409 */
async function cellsOf(tx: Db, actor: Actor, data: DataExam, rows: readonly Found[]) {
  const asked = rows.map(({ candidateId, subjectId, wanted }) => ({ candidateId, subjectId, value: wanted, was: null }))
  const stored = await storedCells(tx, data.exam.id, asked)
  const papers = new Map(stored.map((one) => [`${one.candidateId}:${one.subjectId}`, one]))
  const checked = await checkCells(tx, actor, data, asked)
  const refused: Refusal[] = []
  const cells = rows.flatMap((row, at) => {
    const found = checked[at]
    const paper = papers.get(`${row.candidateId}:${row.subjectId}`)
    const now = paper ? paperText(paper) : ''
    if (now !== row.was) {
      refused.push(refusalOfRow(row, m.correction_changed({ was: row.was || '–', now: now || '–' })))
      return []
    }
    if (!found || 'message' in found) {
      refused.push(refusalOfRow(row, found?.message ?? m.error_rowMissing()))
      return []
    }
    const was = paper ? { value: now, version: paper.version } : null
    return [{ cell: { ...found.cell, was }, value: found.value }]
  })
  refuse(refused)
  return cells
}

function refusalOfRow({ id, number, subject: name }: Found, msg: string): Refusal {
  return { id, title: `${number} ${name}`, msg }
}

/** @throws AppError 409 when there are refusals */
function refuse(refused: readonly Refusal[]): void {
  const [first] = refused
  if (!first) return
  const lines = refused.slice(0, SENTENCES).map(({ title, msg }) => `${title}: ${msg}`)
  const more = refused.length > lines.length ? ['…'] : []
  throw new AppError(409, [m.correction_nothingWritten(), ...lines, ...more].join('\n'), {
    reason: 'state',
    rows: refused,
  })
}

/** The changes of a school in a line: `E1 Chinese 87.5 → 90`. */
function listed(rows: readonly Found[]): string {
  const lines = rows
    .slice(0, SENTENCES)
    .map(({ number, subject: name, was, wanted }) => `${number} ${name} ${was || '–'} → ${wanted}`)
  return [...lines, ...(rows.length > lines.length ? [`… (${rows.length})`] : [])].join('; ')
}
