import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { PupilExam, PupilFacts } from './pupil.facts.ts'
import { pupilFacts, type StoredResult, storedResult } from './pupil-facts.server.ts'
import { examsBefore, pupilExam, resultsSeen } from './pupil-history.server.ts'
import { assertAudience, columnsSeen } from './report-choice.server.ts'
import {
  type ReadUnit,
  type UnitReader,
  unitKey,
  unitOf,
  unitReader,
  unitsAbove,
  unitsBelow,
} from './report-units.server.ts'
import { openVersion, type VersionExam, type VersionRow } from './report-versions.server.ts'

/** Which unit of which exam is asked for. */
export type PupilsQuery = { exam: number; version?: string | undefined; unit?: string | undefined }

type ReadPlace = {
  exam: VersionExam
  version: VersionRow
  reader: UnitReader
  unit: ReadUnit
  /** From the unit upwards. */
  path: ReadUnit[]
}

/** @throws AppError 404, 403 when the publication is not for the reader */
async function readPlace(
  db: Db,
  actor: Actor,
  { exam, version }: Pick<ReadPlace, 'exam' | 'version'>,
  wanted: string | undefined,
): Promise<ReadPlace> {
  const { levels } = version.facts
  const reader = await unitReader(db, { actor, examId: exam.id, run: version.run, whole: exam.held, levels })
  const unit = await unitOf(reader, wanted)
  const above = await unitsAbove(reader, unit)
  assertAudience(version, exam.held, unit, above)
  return { exam, version, reader, unit, path: [unit, ...above] }
}

/** The pupils of a class, or the units below another unit. */
export type UnitPupils = ReadPlace & {
  units: { key: string; name: string }[]
  pupils: { id: number; number: string; name: string }[]
}

/** Lists what is right below a unit: its units of the reader, or the pupils of a class. @throws AppError 404, 403 */
export async function unitPupils(db: Db, actor: Actor, query: PupilsQuery): Promise<UnitPupils> {
  const opened = await openVersion(db, actor, query.exam, query.version)
  const place = await readPlace(db, actor, opened, query.unit)
  const { reader, unit, version, exam } = place
  const isLast = unit.kind === version.facts.levels.at(-1)
  const below = isLast ? [] : await unitsBelow(reader, unit, { below: true, groupsOf: null, combos: false })
  const { rows: pupils } = isLast
    ? await db.execute<UnitPupils['pupils'][number]>(sql`
        select r.candidate_id::float8 as id, c.number, c.name from exam_result r
          join candidate c on c.exam_id = r.exam_id and c.id = r.candidate_id
        where r.exam_id = ${exam.id} and r.run = ${version.run} and r.org_id = ${unit.unitId}
        order by c.name, c.number limit 2000`)
    : { rows: [] }
  return { ...place, units: below.map((one) => ({ key: unitKey(one), name: one.name })), pupils }
}

/** The sheet of a pupil, and where the pupil is. */
export type ReadPupil = ReadPlace & { result: StoredResult; facts: PupilFacts }

/**
 * Reads the sheet of a pupil within the rights of the reader: a subject teacher sees the own subjects.
 * @throws AppError 404, also for a pupil outside of the data scope; 403 when the publication is not for the reader
 */
export async function readPupil(
  db: Db,
  actor: Actor,
  { exam: examId, version: wanted, pupil }: Omit<PupilsQuery, 'unit'> & { pupil: number },
): Promise<ReadPupil> {
  const opened = await openVersion(db, actor, examId, wanted)
  const { exam, version } = opened
  const result = await storedResult(db, { examId, run: version.run }, { candidate: pupil })
  const kind = version.facts.levels.at(-1)
  if (!result || kind === undefined) throw new AppError(404, m.pupil_missing())
  const place = await readPlace(db, actor, opened, `${kind}-${result.orgId}`).catch((failure: unknown) => {
    // Nobody learns which candidates there are elsewhere.
    throw failure instanceof AppError && failure.code === 404 ? new AppError(404, m.pupil_missing()) : failure
  })
  const cols = await columnsSeen(db, actor, version.facts.columns, place.unit)
  const facts = await pupilFacts(db, {
    exam,
    version,
    result,
    level: 'marks',
    cols,
    quartiles: () => true,
    before: await examsOfPupil(db, actor, exam, result.studentId),
  })
  return { ...place, result, facts }
}

/** The exams before, each as far as the reader sees the class of then. */
async function examsOfPupil(
  db: Db,
  actor: Actor,
  { id, since }: { id: number; since: string },
  studentId: number,
): Promise<PupilExam[]> {
  const before = await examsBefore(db, { studentId, examId: id, since }, resultsSeen(actor))
  const taught = await subjectsTaught(
    db,
    actor,
    before.map(({ orgId }) => orgId),
  )
  return before.map((one) => {
    const own = taught.get(one.orgId)
    return pupilExam(one, 'marks', ({ subject }) => own === undefined || (subject !== null && own.has(subject)))
  })
}
