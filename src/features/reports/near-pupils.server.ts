import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { weakestFirst } from '#src/features/exam-engine/borderline.ts'
import { zScore } from '#src/features/exam-engine/unit-figures.ts'
import type { RunFacts, RunLine } from '#src/features/exam-run/run.facts.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { can } from '#src/resource/registry.ts'
import type { FactUnit, NearLine, NearPupil, NearPupils, NoPupils } from './report.facts.ts'
import { classesWithin, type ReadUnit, type UnitReader } from './report-units.server.ts'

/** More pupils of a line are not listed. */
const MOST = 500

type NearWanted = {
  run: RunFacts
  unit: ReadUnit
  /** The columns that the reader sees of the unit. */
  cols: readonly number[]
  /** Marks on both sides of a line. */
  near: number
  /** Among whom marks have their Z. */
  among: Pick<FactUnit, 'name' | 'stats'>
}

/**
 * The single pupils of a unit near the lines of an exam, as far as their classes are in the data scope. Whoever only
 * teaches a class sees no totals, and so no lines.
 */
export async function nearPupils(db: Db, reader: UnitReader, wanted: NearWanted): Promise<NearPupils | NoPupils> {
  const { run, unit, cols, near, among } = wanted
  if (unit.kind === 'group') return 'groups'
  if (run.lines.some(({ column }) => !cols.includes(column))) return 'subjects'
  const all = await classesWithin(reader, unit)
  const seen = all.filter((one) => one.seen)
  const taught = await subjectsTaught(
    db,
    reader.actor,
    seen.map(({ id }) => id),
  )
  const isWide = unit.kind !== 'school' && unit.kind !== 'class'
  const placeOf = ({ name, school }: (typeof seen)[number]) =>
    isWide && school !== '' && school !== name ? `${school} ${name}` : name
  const classes = new Map(seen.filter(({ id }) => !taught.has(id)).map((one) => [one.id, placeOf(one)]))
  if (classes.size === 0) return 'scope'
  if (!(await hasResults(db, reader))) return 'gone'
  const lines: NearLine[] = []
  for (const [at, line] of run.lines.entries()) lines.push(await nearLine(db, reader, { ...wanted, line, at, classes }))
  return { near, among: among.name, isPart: classes.size < all.length, lines }
}

/** Only the last run and publications keep the results of single pupils. */
async function hasResults(db: Db, { examId, run }: UnitReader): Promise<boolean> {
  const { rows } = await db.execute(sql`select from exam_result where exam_id = ${examId} and run = ${run} limit 1`)
  return rows.length > 0
}

type LineWanted = NearWanted & { line: RunLine; at: number; classes: ReadonlyMap<number, string> }
type ResultRow = { id: number; number: string; name: string; org: number; marks: number[]; below: number; all: number }

async function nearLine(db: Db, reader: UnitReader, wanted: LineWanted): Promise<NearLine> {
  const { line, at, classes, near } = wanted
  const { mark, column } = line
  if (mark === null) return { line: at, below: 0, reached: 0, pupils: [] }
  const total = sql`r.marks[${column + 1}::int]`
  const { rows } = await db.execute<ResultRow>(sql`
    with near as materialized (
      select r.candidate_id, r.org_id, r.marks, ${total} as total from exam_result r
      where r.exam_id = ${reader.examId} and r.run = ${reader.run} and r.org_id = any (${sql.param([...classes.keys()])}::bigint[])
        and ${total} between greatest(0, ${mark - 100 * near}::int) and ${mark + 100 * near}::int
    )
    select c.id::float8 as id, c.number, c.name, n.org_id::float8 as org, n.marks,
      (count(*) filter (where n.total < ${mark}) over ())::int as below, (count(*) over ())::int as "all"
    from near n join candidate c on c.exam_id = ${reader.examId} and c.id = n.candidate_id
    order by abs(n.total - ${mark}), n.total desc, length(c.number), c.number, c.id limit ${MOST}`)
  const { below, all } = rows[0] ?? { below: 0, all: 0 }
  const named = can(reader.actor, 'exam/candidate/pupil')
  const pupils = rows.map(
    ({ id, number, name, org, marks }): NearPupil => ({
      key: String(id),
      number,
      name: named || name === '' ? name : `${name.slice(0, 1)}***`,
      place: classes.get(org) ?? '',
      total: marks[column] ?? 0,
      subjects: ownSubjects(marks, wanted),
    }),
  )
  return { line: at, below, reached: all - below, pupils }
}

/** The subjects of a pupil that count, weakest first. */
function ownSubjects(marks: readonly number[], { run, among }: NearWanted): NearPupil['subjects'] {
  const own = run.columns.flatMap(({ subject, counts }, at) => {
    const [mark = -1, stat] = [marks[at], among.stats.get(at)]
    if (subject === null || !counts || mark < 0 || !stat) return []
    const z = zScore(mark, stat.mean, stat.deviation)
    return z === null ? [] : [{ subject, mark, z }]
  })
  return weakestFirst(own).map(({ subject, distance }) => ({ subject, distance }))
}
