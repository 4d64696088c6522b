import type { Db } from '#src/db/client.server.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { columnKey } from './report.facts.ts'
import type { ReportKey } from './report-keys.ts'
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
import { reportDefinitions } from './reports.ts'

/** What is asked for. */
export type ReportQuery = {
  exam: number
  version?: string | undefined
  report: ReportKey
  unit?: string | undefined
  subject?: string | undefined
  with?: string | undefined
  near?: number | undefined
}

/** What the reader has chosen, within the rights, and what may be chosen instead. */
export type OpenedReport = {
  query: ReportQuery
  exam: VersionExam
  version: VersionRow
  reader: UnitReader
  unit: ReadUnit
  /** The units above, the nearest first. */
  above: readonly ReadUnit[]
  /** What is right below the unit, as far as the report needs it. */
  below: readonly ReadUnit[]
  /** The columns that the reader sees, and the chosen one. */
  cols: readonly number[]
  col: number
  /** The units that may be compared with, and the chosen one. */
  comparable: readonly ReadUnit[]
  reference: ReadUnit | undefined
}

/**
 * Reads what is chosen.
 * @throws AppError 404, 403 when the publication is not for the reader
 */
export async function chooseReport(db: Db, actor: Actor, query: ReportQuery): Promise<OpenedReport> {
  const { exam, version } = await openVersion(db, actor, query.exam, query.version)
  const { columns, levels } = version.facts
  const reader = await unitReader(db, { actor, examId: exam.id, run: version.run, whole: exam.held, levels })
  const { needs } = reportDefinitions[query.report]
  const unit = await unitOf(reader, query.unit)
  const above = await unitsAbove(reader, unit)
  assertAudience(version, exam.held, unit, above)
  const cols = await columnsSeen(db, actor, columns, unit)
  const col = chosenColumn(version, query, cols)
  const below = await unitsBelow(reader, unit, {
    below: needs.includes('below'),
    groupsOf: needs.includes('groups') ? (columns[col]?.subject ?? null) : null,
    combos: needs.includes('combos'),
  })
  const comparable = exam.held ? above : reachable(unit, above)
  const reference = needs.includes('reference')
    ? chosenReference(query.with, comparable, query.report === 'comparison' && below.some(isLevelUnit))
    : undefined
  return { query, exam, version, reader, unit, above, below, cols, col, comparable, reference }
}

/** Whether a unit is one of the organizations, and no teaching group or combination. */
export function isLevelUnit({ kind }: Pick<ReadUnit, 'kind'>): boolean {
  return kind !== 'combo' && kind !== 'group'
}

/** @throws AppError 403 when a publication is not for schools, or not for teachers */
export function assertAudience(
  { audience }: VersionRow,
  held: boolean,
  unit: ReadUnit,
  above: readonly ReadUnit[],
): void {
  if (held || audience === null) return
  const ofSchool = unit.kind !== 'class' || above[0]?.own === true
  if (ofSchool ? !audience.schools : !audience.teachers)
    throw new AppError(403, ofSchool ? m.report_notForSchools() : m.report_notForTeachers())
}

/** A school may compare with all above it, a class of a school of others with its school. */
function reachable(unit: ReadUnit, above: readonly ReadUnit[]): readonly ReadUnit[] {
  return unit.kind === 'class' && above[0]?.own === false ? above.slice(0, 1) : above
}

/** @param none whether there is no comparison unless somebody asks for one */
function chosenReference(wanted: string | undefined, comparable: readonly ReadUnit[], none: boolean) {
  if (wanted === 'none') return undefined
  if (wanted === undefined) return none ? undefined : comparable[0]
  const found = comparable.find((unit) => unitKey(unit) === wanted)
  if (!found) throw new AppError(404, m.report_unitOfOthers())
  return found
}

/** The columns that the reader sees of a unit: a subject teacher those of the own subjects, and no total. */
export async function columnsSeen(
  db: Db,
  actor: Actor,
  columns: VersionRow['facts']['columns'],
  { kind, unitId }: Pick<ReadUnit, 'kind' | 'unitId'>,
): Promise<number[]> {
  const taught = kind === 'class' ? (await subjectsTaught(db, actor, [unitId])).get(unitId) : undefined
  const isSeen = (subject: number | null) => taught === undefined || (subject !== null && taught.has(subject))
  return columns.flatMap(({ kind: of, subject }, at) => (isSeen(of === 'total' ? null : subject) ? [at] : []))
}

/** @throws AppError 404 for a subject that the exam has not, or the reader does not see */
function chosenColumn(
  { facts: { columns, assigned } }: VersionRow,
  { subject, report }: ReportQuery,
  seen: readonly number[],
): number {
  const isUsual = ({ kind, track }: (typeof columns)[number]) =>
    report === 'assigned' && assigned.length > 0 ? kind === 'assigned' : kind === 'total' && track === null
  const found = seen.find((at) => {
    const column = columns[at]
    return column !== undefined && (subject === undefined ? isUsual(column) : columnKey(column) === subject)
  })
  if (found !== undefined) return found
  if (subject === undefined) return seen[0] ?? 0
  throw new AppError(404, m.report_noSubject())
}
