import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { CHECK_DAYS, type PublicationAudience, type RunColumn } from '#src/features/exam-run/run.facts.ts'
import { examResult, publication } from '#src/features/exam-run/run.table.server.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import { guardian } from '#src/features/family/family.table.server.ts'
import { noteBlocks } from '#src/features/pupil-notes/pupil-notes.server.ts'
import type { Block, FootLine } from '#src/features/reports/blocks.ts'
import { heldMarks } from '#src/features/reports/held-marks.ts'
import { heldResults } from '#src/features/reports/held-results.server.ts'
import type { PupilFacts, SheetLevel } from '#src/features/reports/pupil.facts.ts'
import { pupilReport } from '#src/features/reports/pupil.report.ts'
import {
  pupilFacts,
  type SheetUnit,
  type StoredResult,
  storedResult,
} from '#src/features/reports/pupil-facts.server.ts'
import { examsBefore, familiesSee, pupilExam, standingResults } from '#src/features/reports/pupil-history.server.ts'
import { footOf } from '#src/features/reports/report-foot.server.ts'
import { shownUnits } from '#src/features/reports/report-shown.server.ts'
import { unitKey } from '#src/features/reports/report-units.server.ts'
import { publishedVersion, type VersionRow } from '#src/features/reports/report-versions.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig } from '#src/server/config.server.ts'
import { AppError } from '#src/server/errors.server.ts'

// What a member sees of the pupils of the own links. Every statement asks for the link and for a standing publication
// that families see.

/** An exam in the list of a pupil. */
export type OwnExam = { id: number; name: string; since: string; until: string; version: number }
type OwnPupil = { link: number; name: string; relation: string; exams: OwnExam[] }

/** So many exams of a pupil are listed. */
const MOST_EXAMS = 100

const ofMember = (accountId: number): SQL => sql`${guardian.accountId} = ${accountId}`

/** The pupils of a member, each with the exams whose results families see, the latest first. */
export async function ownResults(db: Db, accountId: number): Promise<OwnPupil[]> {
  const { rows: pupils } = await db.execute<Omit<OwnPupil, 'exams'>>(sql`
    select ${guardian.id}::float8 as link, ${student.name}, ${guardian.relation} from ${guardian}
      join ${student} on ${student.id} = ${guardian.studentId}
    where ${ofMember(accountId)} order by ${guardian.createTime}, ${guardian.id}`)
  return Promise.all(
    pupils.map(async (pupil) => {
      const { rows: exams } = await db.execute<OwnExam>(sql`
        select ${exam.id}::float8 as id, ${exam.name}, ${exam.since}::text as since, ${exam.until}::text as until, ${publication.number} as version
        from ${standingResults} join ${guardian} on ${guardian.studentId} = ${examResult.studentId}
        where ${guardian.id} = ${pupil.link} and ${ofMember(accountId)} and ${familiesSee}
        order by ${exam.since} desc, ${exam.id} desc limit ${MOST_EXAMS}`)
      return { ...pupil, exams }
    }),
  )
}

/** The result of a pupil as a family sees it. */
export type OwnResult = OwnExam & {
  studentId: number
  pupil: string
  candidateId: number
  audience: PublicationAudience
  /** Whether checks can still be asked for, and until when. */
  open: boolean
  closes: string
}

/**
 * The published result of one exam by the link of a member.
 * @throws AppError 404 without such a link, or without a publication that families see
 */
export async function ownResult(db: Db, accountId: number, wanted: { link: number; exam: number }): Promise<OwnResult> {
  const closes = sql`(${publication.createTime} + make_interval(days => coalesce((${publication.audience} ->> 'checkDays')::int, ${CHECK_DAYS})))`
  const { rows } = await db.execute<Omit<OwnResult, 'closes'> & { closes: Date }>(sql`
    select ${exam.id}::float8 as id, ${exam.name}, ${exam.since}::text as since, ${exam.until}::text as until,
      ${publication.number} as version, ${publication.audience} as audience, ${closes} > now() as open, ${closes} as closes,
      ${guardian.studentId}::float8 as "studentId", ${student.name} as pupil, ${examResult.candidateId}::float8 as "candidateId"
    from ${standingResults} join ${guardian} on ${guardian.studentId} = ${examResult.studentId}
      join ${student} on ${student.id} = ${guardian.studentId}
    where ${guardian.id} = ${wanted.link} and ${ofMember(accountId)} and ${exam.id} = ${wanted.exam} and ${familiesSee}`)
  const [found] = rows
  if (!found) throw new AppError(404, m.result_none())
  return { ...found, closes: new Date(found.closes).toISOString() }
}

/** A sheet as screen and paper show it, and the papers that it is about. */
export type OwnSheet = { blocks: Block[]; footer: FootLine[]; papers: { subject: number; name: string }[] }

/** The sheet of a result. @throws AppError 404 when the publication is gone meanwhile */
export async function ownSheet(db: Db, found: OwnResult): Promise<OwnSheet> {
  const { facts, version } = await ownFacts(db, found)
  const { timeZone } = await readConfig(db, ['timeZone'])
  return {
    blocks: [...pupilReport(facts), ...(await noteBlocks(db, found))],
    footer: footOf({ exam: found.name, since: found.since, until: found.until, version, timeZone }),
    papers: papersOf(facts),
  }
}

/** The papers of the pupil in a result. */
export async function ownPapers(db: Db, found: OwnResult): Promise<OwnSheet['papers']> {
  return papersOf((await ownFacts(db, found)).facts)
}

function papersOf({ rows, subjects }: PupilFacts): OwnSheet['papers'] {
  return rows.flatMap(({ column: { kind, subject } }) =>
    kind === 'raw' && subject !== null ? [{ subject, name: subjects.get(subject) ?? '' }] : [],
  )
}

async function ownFacts(db: Db, found: OwnResult): Promise<{ facts: PupilFacts; version: VersionRow }> {
  const version = await publishedVersion(db, found.id, found.version)
  const result = await storedResult(db, { examId: found.id, run: version.run }, { student: found.studentId })
  if (!result) throw new AppError(404, m.result_none())
  const level: SheetLevel = found.audience.families === 'marks' ? 'marks' : 'bands'
  const { columns } = version.facts
  const isShown = level === 'marks' ? await quartilesShown(db, found, { result, version }) : () => false
  const past = await examsBefore(db, { studentId: found.studentId, examId: found.id, since: found.since }, familiesSee)
  const facts = await pupilFacts(db, {
    exam: found,
    version,
    result,
    level,
    cols: columns.map((_, at) => at),
    ranks: found.audience.ranks,
    quartiles: isShown,
    before: past.map((one) =>
      pupilExam(one, level === 'marks' && one.audience.families === 'marks' ? 'marks' : 'bands', () => true),
    ),
  })
  return { facts, version }
}

/**
 * Whether a family sees the quartiles of the class in a column: they are published, and no correction of a pupil of the
 * class waits, which two publications would tell.
 */
async function quartilesShown(
  db: Db,
  { id: examId, version: number }: OwnResult,
  { result: { orgId }, version: { run, facts } }: { result: StoredResult; version: VersionRow },
): Promise<(column: RunColumn, unit: SheetUnit) => boolean> {
  const shown = await shownUnits(db, examId, number, facts.columns)
  const places = facts.columns.flatMap((column) => shown.held(column))
  const results = await heldResults(db, { examId, run }, places, { kind: 'class', unitId: orgId })
  return (column, unit) => {
    const held = heldMarks(
      shown.held(column),
      results,
      unitKey({ ...unit, subjectId: 0 }),
      facts.columns.indexOf(column),
    )
    return shown.of(column, unit) && held.before.length + held.now.length === 0
  }
}
