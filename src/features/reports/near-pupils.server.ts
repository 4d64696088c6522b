import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { weakestFirst } from '#src/features/exam-engine/borderline.ts'
import { zScore } from '#src/features/exam-engine/unit-figures.ts'
import type { RunFacts, RunLine } from '#src/features/exam-run/run.facts.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { can } from '#src/resource/registry.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import type { FactUnit, NearLine, NearPupil, NearPupils, NoPupils } from './report.facts.ts'
import { classesWithin, type ReadUnit, type UnitReader, unitKey } from './report-units.server.ts'

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
  const isPart = classes.size < all.length
  const lines: NearLine[] = []
  for (const [at, line] of run.lines.entries())
    lines.push(await nearLine(db, reader, { ...wanted, line, at, classes, isPart }))
  return { near, among: among.name, isPart, lines }
}

/** Only the last run and publications keep the results of single pupils. */
async function hasResults(db: Db, { examId, run }: UnitReader): Promise<boolean> {
  const { rows } = await db.execute(sql`select from exam_result where exam_id = ${examId} and run = ${run} limit 1`)
  return rows.length > 0
}

type LineWanted = NearWanted & { line: RunLine; at: number; classes: ReadonlyMap<number, string>; isPart: boolean }

async function nearLine(db: Db, reader: UnitReader, wanted: LineWanted): Promise<NearLine> {
  const { line, at, classes } = wanted
  const { mark, column } = line
  if (mark === null) return { line: at, below: 0, reached: 0, pupils: [] }
  const { below, all, nearest } = await nearResults(db, reader, { ...wanted, mark })
  const named = can(reader.actor, 'exam/candidate/pupil')
  const who = await candidatesOf(
    db,
    reader,
    nearest.map(({ id }) => id),
  )
  const pupils = nearest.flatMap(({ id, org, marks }) => {
    const one = who.get(id)
    if (!one) return []
    const { number, name } = one
    return [{ id, number, name: named || name === '' ? name : `${name.slice(0, 1)}***`, org, marks }]
  })
  const shown = pupils.toSorted(nearestFirst(mark, column)).slice(0, MOST)
  return {
    line: at,
    below,
    reached: all - below,
    pupils: shown.map(
      ({ id, org, marks, ...one }): NearPupil => ({
        ...one,
        key: String(id),
        place: classes.get(org) ?? '',
        total: marks[column] ?? 0,
        subjects: ownSubjects(marks, wanted),
      }),
    ),
  }
}

/** The results near a line, without names: these may change, results never do. */
type NearResults = { below: number; all: number; nearest: { id: number; org: number; marks: number[] }[] }

/** Bytes: the lines of some dozens of units. */
const ROOM = 24_000_000
const kept = sizedCache<NearResults>(ROOM, ({ nearest }) => 100 + nearest.length * 300)

/** The nearest results of a line, more than are listed when the last ones are equal. Those of whole units are kept. */
async function nearResults(
  db: Db,
  { examId, run }: UnitReader,
  { at, mark, line: { column }, classes, near, unit, isPart }: LineWanted & { mark: number },
): Promise<NearResults> {
  const key = isPart ? undefined : `${examId} ${run} ${at} ${near} ${unitKey(unit)}`
  const known = key === undefined ? undefined : kept.get(db, key)
  if (known) return known
  const total = sql`r.marks[${column + 1}::int]`
  const { rows } = await db.execute<NearResults['nearest'][number] & Omit<NearResults, 'nearest'>>(sql`
    with near as materialized (
      select r.candidate_id, r.org_id, r.marks, ${total} as total from exam_result r
      where r.exam_id = ${examId} and r.run = ${run} and r.org_id = any (${sql.param([...classes.keys()])}::bigint[])
        and ${total} between greatest(0, ${mark - 100 * near}::int) and ${mark + 100 * near}::int
    )
    select candidate_id::float8 as id, org_id::float8 as org, array_to_json(marks) as marks,
      (select (count(*) filter (where total < ${mark}))::int from near) as below, (select count(*)::int from near) as "all"
    from near order by abs(total - ${mark}), total desc fetch first ${sql.raw(String(MOST))} rows with ties`)
  const found = {
    below: rows[0]?.below ?? 0,
    all: rows[0]?.all ?? 0,
    nearest: rows.map(({ id, org, marks }) => ({ id, org, marks })),
  }
  return key === undefined ? found : kept.set(db, key, found)
}

async function candidatesOf(db: Db, { examId }: UnitReader, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; number: string; name: string }>(
    sql`select id::float8 as id, number, name from candidate where exam_id = ${examId} and id = any (${sql.param(ids)}::bigint[])`,
  )
  return new Map(rows.map(({ id, ...one }) => [id, one]))
}

type Ranked = { id: number; number: string; marks: readonly number[] }

/** Equal marks go by exam number. */
function nearestFirst(mark: number, column: number): (one: Ranked, other: Ranked) => number {
  const totalOf = ({ marks }: Ranked) => marks[column] ?? 0
  return (one, other) =>
    Math.abs(totalOf(one) - mark) - Math.abs(totalOf(other) - mark) ||
    totalOf(other) - totalOf(one) ||
    one.number.length - other.number.length ||
    (one.number < other.number ? -1 : one.number > other.number ? 1 : one.id - other.id)
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
