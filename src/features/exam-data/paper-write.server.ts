import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { candidate } from '#src/features/exams/exam.table.server.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type DataExam, dataExam, seenCandidates } from './data-access.server.ts'
import { sitsIn } from './exam-sits.ts'
import { faultText } from './fault-text.ts'
import { type PaperValue, paperText, readMark } from './mark-cell.ts'
import { paperCell } from './paper-lists.server.ts'

/** Cells that a call writes at most. */
export const MOST_CELLS = 500

const was = v.pipe(v.number(), v.integer(), v.minValue(0))

export const papersBody = v.strictObject({
  id,
  cells: v.pipe(
    v.array(
      v.strictObject({
        candidateId: id,
        subjectId: id,
        /** A mark as text or number, A absent, C cheated, E exempt, or nothing: no paper. */
        value: v.union([v.pipe(v.string(), v.maxLength(20)), v.number()]),
        /** What the writer has seen in the cell; null when it was empty. */
        was: v.nullable(v.strictObject({ value: v.pipe(v.string(), v.maxLength(20)), version: was })),
      }),
    ),
    v.minLength(1),
    v.maxLength(MOST_CELLS),
  ),
})

export const papersWritten = v.strictObject({
  /** In the order of the request. */
  cells: v.array(
    v.strictObject({
      candidateId: v.number(),
      subjectId: v.number(),
      outcome: v.picklist(['saved', 'conflict', 'refused']),
      /** What the cell has now; null when it is empty. */
      now: v.nullable(paperCell),
      /** Why it was refused. */
      message: v.string(),
    }),
  ),
})

type Body = v.InferOutput<typeof papersBody>
/** A cell that somebody wants to write. */
type Asked = Body['cells'][number]
type Outcome = v.InferOutput<typeof papersWritten>['cells'][number]
/** `at`: the part of the cell that is wrong. */
type Fault = { message: string; at: 'candidateId' | 'subjectId' | 'value' }
type Checked = { cell: Asked; value: PaperValue | null } | ({ cell: Asked } & Fault)
type Stored = PaperValue & { candidateId: number; subjectId: number; version: number }

/**
 * Writes cells of the desk. What somebody else has changed since the writer has seen it stays, and is answered as a
 * conflict; what is no mark of its subject is refused; all others are written with one statement.
 * @throws AppError 404, and 409 when the exam or the part of a school is not open
 */
export async function writePapers(tx: Db, actor: Actor, { id: examId, cells }: Body): Promise<{ cells: Outcome[] }> {
  // Before anything is read: the roster, the combinations and the state stay until the commit.
  await tx.execute(sql`select from exam where id = ${examId} for share`)
  const data = await dataExam(tx, actor, examId)
  if (data.exam.state !== 'collecting') throw new AppError(409, m.exam_notOpen(), { reason: 'state' })
  const checked = await checkCells(tx, actor, data, cells)
  const right = checked.filter((one) => 'value' in one)
  await lockCounts(
    tx,
    examId,
    right.map(({ cell }) => cell.candidateId),
  )
  const saved = right.length > 0 ? await writeCells(tx, examId, right) : []
  const done = new Map(saved.map((one) => [keyOf(one), one]))
  const left = right.filter(({ cell }) => !done.has(keyOf(cell)))
  const stored = new Map(
    (
      await storedCells(
        tx,
        examId,
        left.map(({ cell }) => cell),
      )
    ).map((one) => [keyOf(one), one]),
  )
  return {
    cells: checked.map((one): Outcome => {
      const { candidateId, subjectId } = one.cell
      const place = { candidateId, subjectId }
      if ('message' in one) return { ...place, outcome: 'refused', now: null, message: one.message }
      const own = done.get(keyOf(place))
      if (own) return { ...place, outcome: 'saved', now: own.version === 0 ? null : cellOf(own), message: '' }
      const now = stored.get(keyOf(place))
      return settled(place, one.value, now)
    }),
  }
}

/** A cell that was not written: what it has now may be what the writer wants. */
function settled(
  place: { candidateId: number; subjectId: number },
  value: PaperValue | null,
  now: Stored | undefined,
): Outcome {
  const same = value === null ? !now : now?.mark === value.mark && now.flag === value.flag
  return { ...place, outcome: same ? 'saved' : 'conflict', now: now ? cellOf(now) : null, message: '' }
}

const keyOf = ({ candidateId, subjectId }: { candidateId: number; subjectId: number }) => `${candidateId}:${subjectId}`
const cellOf = ({ version, ...value }: Stored) => ({ value: paperText(value), version })

/** Checks each cell: a candidate that the actor sees and who takes part, a subject that this candidate sits, a mark. */
export async function checkCells(tx: Db, actor: Actor, data: DataExam, cells: readonly Asked[]): Promise<Checked[]> {
  const wanted = [...new Set(cells.map(({ candidateId }) => candidateId))]
  const { rows } = await tx.execute<{ id: number; combo: string; place: number }>(sql`
    select ${candidate.id}::float8 as id, ${candidate.combo} as combo, ${candidate.orgId}::float8 as place from ${candidate} where ${candidate.examId} = ${data.exam.id}
      and ${candidate.id} = any (${sql.param(wanted)}::bigint[]) and ${candidate.status} = 'in' and ${seenCandidates(actor)}`)
  const people = new Map(rows.map((one) => [one.id, one]))
  const taught = await subjectsTaught(
    tx,
    actor,
    rows.map(({ place }) => place),
  )
  const subjects = new Map(data.subjects.map((one) => [one.id, one]))
  const sits = sitsIn(data.sits)
  const seen = new Set<string>()
  return cells.map((cell): Checked => {
    const { candidateId, subjectId, value } = cell
    if (seen.has(keyOf(cell))) return { cell, at: 'value', message: m.examData_twice() }
    seen.add(keyOf(cell))
    const person = people.get(candidateId)
    if (!person) return { cell, at: 'candidateId', message: m.examData_noCandidate() }
    const { combo, place } = person
    const subject = subjects.get(subjectId)
    if (!subject || taught.get(place)?.has(subjectId) === false)
      return { cell, at: 'subjectId', message: m.examData_noSubject() }
    const rule = { fullMark: subject.fullMark, step: data.exam.step }
    const read = readMark(String(value), rule)
    // A paper of a subject outside of the combination can only be cleared.
    if (read !== null && !sits(combo, subjectId)) return { cell, at: 'subjectId', message: m.examData_notSat() }
    return typeof read === 'string' ? { cell, at: 'value', message: faultText(read, rule) } : { cell, value: read }
  })
}

/** Two writers of a school wait for each other here, before either has written: they cannot deadlock. */
export async function lockCounts(tx: Db, examId: number, candidates: readonly number[]): Promise<void> {
  await tx.execute(sql`select from candidate_count where exam_id = ${examId} and school_id in (
      select school_id from candidate where exam_id = ${examId} and id = any (${sql.param([...candidates])}::bigint[]))
    order by exam_id, school_id, combo for update`)
}

/** Writes what nobody has changed since it was seen: first entries, later ones, and what is cleared (version 0). */
export async function writeCells(
  tx: Db,
  examId: number,
  cells: readonly { cell: Asked; value: PaperValue | null }[],
): Promise<Stored[]> {
  const column = (values: readonly unknown[], type: string): SQL => sql`${sql.param([...values])}::${sql.raw(type)}[]`
  const before = cells.map(({ cell }) => (cell.was ? seenValue(cell.was.value) : null))
  const { rows } = await tx.execute<Stored>(sql`
    with asked as (
      select * from unnest(${column(
        cells.map(({ cell }) => cell.candidateId),
        'bigint',
      )}, ${column(
        cells.map(({ cell }) => cell.subjectId),
        'bigint',
      )},
        ${column(
          cells.map(({ value }) => value?.mark ?? null),
          'int',
        )}, ${column(
          cells.map(({ value }) => value?.flag ?? null),
          'smallint',
        )},
        ${column(
          cells.map(({ cell }) => cell.was?.version ?? 0),
          'int',
        )},
        ${column(
          before.map((one) => one?.mark ?? null),
          'int',
        )}, ${column(
          before.map((one) => one?.flag ?? 0),
          'smallint',
        )}
      ) as a (candidate_id, subject_id, mark, flag, old_version, old_mark, old_flag)
    ), added as (
      insert into paper (exam_id, candidate_id, subject_id, mark, flag)
      select ${examId}, candidate_id, subject_id, mark, flag from asked where old_version = 0 and flag is not null
      order by candidate_id, subject_id on conflict do nothing returning candidate_id, subject_id, mark, flag, version
    ), changed as (
      update paper p set mark = a.mark, flag = a.flag, version = p.version + 1 from asked a
      where p.exam_id = ${examId} and p.candidate_id = a.candidate_id and p.subject_id = a.subject_id and a.flag is not null
        and (p.version, p.flag) = (a.old_version, a.old_flag) and p.mark is not distinct from a.old_mark
        and (p.mark, p.flag) is distinct from (a.mark, a.flag)
      returning p.candidate_id, p.subject_id, p.mark, p.flag, p.version
    ), cleared as (
      delete from paper p using asked a
      where p.exam_id = ${examId} and p.candidate_id = a.candidate_id and p.subject_id = a.subject_id and a.flag is null
        and (p.version, p.flag) = (a.old_version, a.old_flag) and p.mark is not distinct from a.old_mark
      returning p.candidate_id, p.subject_id, null::int, 0::smallint, 0
    )
    select candidate_id::float8 as "candidateId", subject_id::float8 as "subjectId", mark, flag, version
    from (select * from added union all select * from changed union all select * from cleared) w`)
  return rows
}

/** What a writer has seen, whatever the full mark was then. */
function seenValue(text: string): PaperValue | null {
  const read = readMark(text, { fullMark: Number.MAX_SAFE_INTEGER, step: 1 })
  return typeof read === 'string' ? null : read
}

/** The papers of cells, as they are now. */
export async function storedCells(
  tx: Db,
  examId: number,
  cells: readonly Pick<Asked, 'candidateId' | 'subjectId'>[],
): Promise<Stored[]> {
  if (cells.length === 0) return []
  const { rows } = await tx.execute<Stored>(sql`
    select p.candidate_id::float8 as "candidateId", p.subject_id::float8 as "subjectId", p.mark, p.flag, p.version from paper p
    where p.exam_id = ${examId} and (p.candidate_id, p.subject_id) in (
      select * from unnest(${sql.param(cells.map(({ candidateId }) => candidateId))}::bigint[], ${sql.param(cells.map(({ subjectId }) => subjectId))}::bigint[]))`)
  return rows
}
