import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import { ranksOf } from '#src/features/exam-run/result-rows.ts'
import type { RunColumn, RunUnitKind, StatFacts } from '#src/features/exam-run/run.facts.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import {
  bandOf,
  type PupilExam,
  type PupilFacts,
  type PupilResult,
  type RankLevel,
  type SheetLevel,
  sheetColumns,
} from './pupil.facts.ts'
import { pupilExam } from './pupil-history.server.ts'
import { subjectNames } from './report-facts.server.ts'
import { readStats, statKey } from './report-stats.server.ts'
import type { VersionRow } from './report-versions.server.ts'
import { type RunKey, runUnits } from './run-units.server.ts'

/** What a run has of one candidate. */
export type StoredResult = {
  candidateId: number
  studentId: number
  orgId: number
  schoolId: number
  name: string
  number: string
  marks: number[]
  /** Of each column those at every level of the run; 0 for none. */
  ranks: number[]
  /** The subjects in which the candidate has a paper, with or without a mark. */
  sat: number[]
  /** Those whose paper has a mark of 0. */
  zeros: number[]
}

/** The result of a candidate, or of a student, in a run; undefined for none. */
export async function storedResult(
  db: Db,
  { examId, run }: RunKey,
  { candidate, student }: { candidate?: number; student?: number },
): Promise<StoredResult | undefined> {
  const which = candidate === undefined ? sql`r.student_id = ${student ?? 0}` : sql`r.candidate_id = ${candidate}`
  const { rows } = await db.execute<Omit<StoredResult, 'ranks'> & { ranks: Buffer }>(sql`
    select r.candidate_id::float8 as "candidateId", r.student_id::float8 as "studentId", r.org_id::float8 as "orgId",
      r.school_id::float8 as "schoolId", r.ranks,
      c.name, c.number, r.marks,
      array(select p.subject_id::float8 from paper p where p.exam_id = r.exam_id and p.candidate_id = r.candidate_id) as sat,
      array(select p.subject_id::float8 from paper p where p.exam_id = r.exam_id and p.candidate_id = r.candidate_id and p.mark = 0) as zeros
    from exam_result r join candidate c on c.exam_id = r.exam_id and c.id = r.candidate_id
    where r.exam_id = ${examId} and r.run = ${run} and ${which}`)
  const [row] = rows
  return row && { ...row, ranks: ranksOf(row.ranks) }
}

type SheetWanted = {
  exam: Pick<ExamRecord, 'id' | 'name' | 'since'>
  version: VersionRow
  result: StoredResult
  level: SheetLevel
  /** The columns that the reader sees. */
  cols: readonly number[]
  /** Whether the reader sees the quartiles of the class in a column. */
  quartiles(column: RunColumn, unit: SheetUnit): boolean
  /** Whether the own ranks are shown. */
  ranks?: boolean
  /** The exams before. */
  before: readonly PupilExam[]
}

/** The class of the pupil in the run; of a pupil without a class the lowest unit. */
export type SheetUnit = { kind: RunUnitKind; unitId: number; name: string }

/** Reads what the sheet of a pupil needs. Where the reader sees bands only, no mark is in it. */
export async function pupilFacts(db: Db, wanted: SheetWanted): Promise<PupilFacts> {
  const { exam, version, result, level, cols, before } = wanted
  const { facts: run, params } = version
  const shown = sheetColumns(run.columns, cols).filter((at) => isSat(wanted, at))
  const unit = await sheetUnit(db, { examId: exam.id, run: version.run }, wanted)
  const quartiles = level === 'marks' && unit ? await classQuartiles(db, wanted, unit, shown) : new Map<number, Three>()
  const ranked = wanted.ranks ? await ownRanks(db, wanted, shown) : undefined
  const rows = shown.flatMap((at) => {
    const column = run.columns[at]
    return column
      ? [
          {
            column,
            ...resultOf(wanted, at, column),
            notTaken: isNotTaken(wanted, at, column),
            quartiles: quartiles.get(at),
            ranks: ranked?.ranks.get(at),
          },
        ]
      : []
  })
  const seen = new Set(shown.map((at) => run.columns[at]))
  const { columns } = run
  const now = pupilExam(
    { id: exam.id, name: exam.name, day: exam.since, marks: result.marks, params, columns },
    level,
    (column) => seen.has(column),
  )
  return {
    level,
    params,
    subjects: await subjectNames(db),
    rows,
    unit: quartiles.size > 0 ? (unit?.name ?? '') : '',
    rankedIn: ranked?.levels ?? [],
    exams: [...before, now],
  }
}

function resultOf({ result, level, version }: SheetWanted, at: number, column: RunColumn): PupilResult {
  const stored = result.marks[at] ?? -1
  const mark = stored < 0 ? null : stored
  return { mark: level === 'marks' ? mark : undefined, band: bandOf(mark, column, version.params) }
}

/** Whether the zero of a column is that of an absence: the result does not say it, the policy and the paper do. */
function isNotTaken({ result, level, version: { params } }: SheetWanted, at: number, { subject }: RunColumn): boolean {
  const { absent, cheat } = params.policy.zeroFor
  if (level !== 'marks' || subject === null || !(absent || cheat)) return false
  return result.marks[at] === 0 && !result.zeros.includes(subject)
}

/** Whether a column is about the pupil: not those of subjects that were not chosen. */
function isSat({ result, version: { facts, params } }: SheetWanted, at: number): boolean {
  const column = facts.columns[at]
  if (!column || (result.marks[at] ?? -1) >= 0 || column.kind === 'total') return column !== undefined
  const { subject } = column
  if (subject === null || column.kind === 'assigned') return false
  const kind = params.content.subjects.find(({ subjectId }) => subjectId === subject)?.kind
  return kind === 'required' || result.sat.includes(subject)
}

async function sheetUnit(
  db: Db,
  { examId, run }: RunKey,
  { version, result }: SheetWanted,
): Promise<SheetUnit | undefined> {
  const kind = version.facts.levels.at(-1)
  if (kind === undefined) return undefined
  return (await runUnits(db, { examId, run })).find(kind, result.orgId)
}

type Ranks = { levels: RankLevel[]; ranks: Map<number, (number | null | '')[]> }

/** The own ranks, from the class up. One among fewer marks than the floor would tell of the others. */
async function ownRanks(db: Db, { exam, version, result }: SheetWanted, cols: readonly number[]): Promise<Ranks> {
  const { levels } = version.facts
  const ids = { class: result.orgId, school: result.schoolId, all: 0 }
  const kinds = levels.filter((kind) => kind !== 'district').toReversed()
  const units = kinds.map((kind) => ({ kind, unitId: ids[kind], subjectId: 0 }))
  const stats = await readStats(db, { examId: exam.id, run: version.run }, [{ units, cols }])
  const countedIn = (unit: (typeof units)[number], at: number) => stats.get(statKey(unit))?.get(at)?.counted ?? 0
  const rankAt = (unit: (typeof units)[number], at: number) => {
    const rank = result.ranks[at * levels.length + levels.indexOf(unit.kind)] ?? 0
    if ((result.marks[at] ?? -1) < 0 || rank === 0) return ''
    return countedIn(unit, at) < FLOOR ? null : rank
  }
  return { levels: kinds, ranks: new Map(cols.map((at) => [at, units.map((unit) => rankAt(unit, at))])) }
}

type Three = readonly (number | null)[]

/** The quartiles of the class by column: never of a class with fewer marks than the floor. */
async function classQuartiles(
  db: Db,
  { exam, version, quartiles }: SheetWanted,
  unit: SheetUnit,
  cols: readonly number[],
): Promise<Map<number, Three>> {
  const allowed = cols.filter((at) => {
    const column = version.facts.columns[at]
    return column !== undefined && quartiles(column, unit)
  })
  if (allowed.length === 0) return new Map()
  const place = { examId: exam.id, run: version.run }
  const stats = (await readStats(db, place, [{ units: [unit], cols: allowed }])).get(`${unit.kind}-${unit.unitId}`)
  return new Map(
    [...(stats ?? [])].flatMap(([at, stat]) => (stat.counted < FLOOR ? [] : [[at, middle(stat)] as const])),
  )
}

const middle = ({ percentiles }: StatFacts): Three => percentiles.slice(1, 4)
