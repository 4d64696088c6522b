import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { weakestFirst } from '#src/features/exam-engine/borderline.ts'
import { zScore } from '#src/features/exam-engine/unit-figures.ts'
import type { RunFacts, RunLine } from '#src/features/exam-run/run.facts.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { can } from '#src/resource/registry.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import type { FactUnit, NearLine, NearPupil, NearPupils, NoPupils } from './report.facts.ts'
import { classesWithin, type ReadUnit, type UnitReader } from './report-units.server.ts'

/** So many of the weakest subjects are shown. */
const WEAKEST = 2
/** More pupils of a line are not listed: of a school or class, and of a unit that has several schools. */
const MOST = 500
const MOST_OF_MANY = 200

type NearWanted = {
  run: RunFacts
  unit: ReadUnit
  /** The columns that the reader sees of the unit. */
  cols: readonly number[]
  /** Marks on both sides of a line. */
  near: number
  /** Among whom marks have their Z. */
  among: Pick<FactUnit, 'name' | 'stats'>
  /** The same for readers who see the same of the unit. */
  seenAs: string
}

/**
 * The single pupils of a unit near the lines of an exam, as far as their classes are in the data scope. Whoever only
 * teaches a class sees no totals, and so no lines.
 */
export async function nearPupils(db: Db, reader: UnitReader, wanted: NearWanted): Promise<NearPupils | NoPupils> {
  const { run, unit, cols, near, among } = wanted
  if (unit.kind === 'group') return 'groups'
  if (run.lines.some(({ column }) => !cols.includes(column))) return 'subjects'
  const { all, seen } = await classesWithin(reader, unit)
  const ids = seen.map(({ unitId }) => unitId)
  const taught = await subjectsTaught(db, reader.actor, ids)
  const classes = ids.filter((id) => !taught.has(id))
  if (classes.length === 0) return 'scope'
  const isPart = classes.length < all.length
  const isWide = unit.kind !== 'school' && unit.kind !== 'class'
  const placeOf = (id: number) => {
    const { name, parentId = 0 } = reader.units.find('class', id) ?? { name: '' }
    const school = isWide ? (reader.units.find('school', parentId)?.name ?? '') : ''
    return school !== '' && school !== name ? `${school} ${name}` : name
  }
  const most = isWide ? MOST_OF_MANY : MOST
  const shared = { ...wanted, classes, isPart, most }
  const results: NearResults[] = []
  for (const [at, line] of run.lines.entries()) results.push(await lineResults(db, reader, { ...shared, line, at }))
  const pupils = new Set(results.flatMap(({ nearest }) => nearest.map(({ id }) => id)))
  if (pupils.size === 0 && !(await hasResults(db, reader))) return 'gone'
  const named = can(reader.actor, 'exam/candidate/pupil')
  const who = await candidatesOf(db, reader, [...pupils], named)
  const lines = results.map((own, at) => nearLine(own, { at, mark: run.lines[at]?.mark ?? 0, most, who, placeOf }))
  return { near, among: among.name, named, isPart, lines }
}

/** Only the last run and publications keep the results of single pupils. */
async function hasResults(db: Db, { examId, run }: UnitReader): Promise<boolean> {
  const { rows } = await db.execute(sql`select from exam_result where exam_id = ${examId} and run = ${run} limit 1`)
  return rows.length > 0
}

type LineShown = {
  at: number
  mark: number
  /** How many are listed. */
  most: number
  who: ReadonlyMap<number, Pick<NearPupil, 'number' | 'name'>>
  placeOf(org: number): string
}

function nearLine({ below, all, nearest }: NearResults, { at, mark, most, who, placeOf }: LineShown): NearLine {
  const found = nearest.flatMap((result) => {
    const one = who.get(result.id)
    return one ? [{ ...result, ...one }] : []
  })
  const shown = found.sort(nearestFirst(mark)).slice(0, most)
  return {
    line: at,
    below,
    reached: all - below,
    pupils: shown.map(({ id, org, ...one }): NearPupil => ({ ...one, key: String(id), place: placeOf(org) })),
  }
}

/** The results near a line, without names: these may change, results never do. */
type NearResults = {
  below: number
  all: number
  nearest: (Pick<NearPupil, 'total' | 'subjects'> & { id: number; org: number })[]
}

/** Bytes: the lines of some hundreds of schools. */
const ROOM = 16_000_000
const kept = sizedCache<NearResults>(ROOM, ({ nearest }) => 100 + nearest.length * 300)

type LineWanted = NearWanted & {
  line: RunLine
  at: number
  classes: readonly number[]
  /** Not all classes of the unit are seen. */
  isPart: boolean
  /** How many are listed. */
  most: number
}

/** The nearest results of a line, more than are listed when the last ones are equal. */
async function lineResults(db: Db, reader: UnitReader, wanted: LineWanted): Promise<NearResults> {
  const { line, at, near, seenAs, isPart } = wanted
  if (line.mark === null) return { below: 0, all: 0, nearest: [] }
  // Who holds an exam may see the pupils of some classes only, which `seenAs` does not know.
  if (isPart && reader.whole) return readResults(db, reader, wanted, line.mark)
  const { mark } = line
  return kept.read(db, `${seenAs} ${at} ${near}`, () => readResults(db, reader, wanted, mark))
}

async function readResults(
  db: Db,
  { examId, run }: UnitReader,
  wanted: LineWanted,
  mark: number,
): Promise<NearResults> {
  const { line, classes, near, most } = wanted
  const total = sql`r.marks[${line.column + 1}::int]`
  type Row = { id: number; org: number; marks: number[]; total: number; below: number; all: number }
  const { rows } = await db.execute<Row>(sql`
    with near as materialized (
      select r.candidate_id, r.org_id, r.marks, ${total} as total from exam_result r
      where r.exam_id = ${examId} and r.run = ${run} and r.org_id = any (${sql.param([...classes])}::bigint[])
        and ${total} between greatest(0, ${mark - 100 * near}::int) and ${mark + 100 * near}::int
    )
    select candidate_id::float8 as id, org_id::float8 as org, array_to_json(marks) as marks, total,
      (select (count(*) filter (where total < ${mark}))::int from near) as below, (select count(*)::int from near) as "all"
    from near order by abs(total - ${mark}), total desc FETCH FIRST ${sql.raw(String(most))} ROWS WITH TIES`)
  return {
    below: rows[0]?.below ?? 0,
    all: rows[0]?.all ?? 0,
    nearest: rows.map(({ id, org, marks, total: own }) => ({
      id,
      org,
      total: own,
      subjects: ownSubjects(marks, wanted),
    })),
  }
}

/** The numbers and names of candidates as they are now; without the right to names, their first characters. */
async function candidatesOf(
  db: Db,
  { examId }: UnitReader,
  ids: readonly number[],
  named: boolean,
): Promise<LineShown['who']> {
  const { rows } = await db.execute<{ id: number; number: string; name: string }>(
    sql`select id::float8 as id, number, name from candidate where exam_id = ${examId} and id = any (${sql.param(ids)}::bigint[])`,
  )
  return new Map(
    rows.map(({ id, number, name }) => [id, { number, name: named || name === '' ? name : `${name.slice(0, 1)}***` }]),
  )
}

type Ranked = { id: number; number: string; total: number }

/** Equal marks go by exam number. */
function nearestFirst(mark: number): (one: Ranked, other: Ranked) => number {
  return (one, other) =>
    Math.abs(one.total - mark) - Math.abs(other.total - mark) ||
    other.total - one.total ||
    one.number.length - other.number.length ||
    (one.number < other.number ? -1 : one.number > other.number ? 1 : one.id - other.id)
}

/** The weakest subjects of a pupil that count, the weakest first. */
function ownSubjects(marks: readonly number[], { run, among }: NearWanted): NearPupil['subjects'] {
  const own = run.columns.flatMap(({ subject, counts }, at) => {
    const [mark = -1, stat] = [marks[at], among.stats.get(at)]
    if (subject === null || !counts || mark < 0 || !stat) return []
    const z = zScore(mark, stat.mean, stat.deviation)
    return z === null ? [] : [{ subject, mark, z }]
  })
  return weakestFirst(own)
    .slice(0, WEAKEST)
    .map(({ subject, distance }) => ({ subject, distance }))
}
