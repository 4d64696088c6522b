import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { lineMark } from '#src/features/exam-engine/lines.ts'
import type { CutLine } from '#src/features/exam-engine/params.ts'
import { examRun } from '#src/features/exam-run/run.table.server.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '#src/server/errors.server.ts'

// What a moved line would do. The totals of a run never change, so each process keeps those of the last runs that
// somebody has asked for.

/** How many candidates the kept totals may have together: 4 bytes for a total and 2 for a school. */
const KEPT = 4_000_000

type Totals = {
  run: number
  schools: { id: number; name: string; takers: number }[]
  /** The place of each candidate's school in `schools`, and the total in hundredths, of those who have one. */
  schoolOf: Int16Array
  totals: Int32Array
  table: { marks: Int32Array; counts: Int32Array }
}

const kept = new Map<string, Promise<Totals>>()

/** The last run of an exam that is done. */
export async function latestRun(db: Db, examId: number) {
  const [found] = await db
    .select({ number: examRun.number, params: examRun.params, facts: examRun.facts })
    .from(examRun)
    .where(and(eq(examRun.examId, examId), eq(examRun.state, 'done')))
    .orderBy(desc(examRun.number))
    .limit(1)
  return found ?? null
}

type Question = { by: CutLine['by']; value: number; track?: number | undefined }

/**
 * How many of each school would pass a line of the last run.
 * @throws AppError 409 before the first run, 422 for candidates of an unknown subject
 */
export async function passersAt(db: Db, { id }: ExamRecord, { by, value, track }: Question) {
  const run = await latestRun(db, id)
  if (!run?.facts) throw new AppError(409, m.examParam_noRun(), { reason: 'state' })
  const column = run.facts.columns.findIndex((one) => one.kind === 'total' && one.track === (track ?? null))
  if (column < 0) throw new AppError(422, m.examParam_noTrack())
  const key = [id, run.number, column].join(':')
  const loading = kept.get(key) ?? loadTotals(db, id, run.number, column)
  kept.delete(key)
  kept.set(key, loading)
  loading.catch(() => kept.delete(key))
  const found = await loading
  await forgetOld()
  const mark = lineMark({ by, value: by === 'place' ? value : Math.round(value * 100) }, found.table)
  const passers = new Int32Array(found.schools.length)
  if (mark !== null) {
    for (let at = 0; at < found.totals.length; at++) {
      if ((found.totals[at] ?? 0) < mark) continue
      const school = found.schoolOf[at] ?? 0
      passers[school] = (passers[school] ?? 0) + 1
    }
  }
  return {
    run: found.run,
    mark: mark === null ? null : mark / 100,
    takers: found.totals.length,
    passers: passers.reduce((sum, count) => sum + count, 0),
    schools: found.schools.map((school, at) => ({ ...school, passers: passers[at] ?? 0 })),
  }
}

async function forgetOld(): Promise<void> {
  let size = 0
  for (const [key, loading] of [...kept].reverse()) {
    size += (await loading).totals.length
    if (size > KEPT && kept.size > 1) kept.delete(key)
  }
}

async function loadTotals(db: Db, examId: number, run: number, column: number): Promise<Totals> {
  const { rows } = await db.execute<{ id: number; name: string; totals: number[] }>(sql`
    select r.school_id::float8 as id, coalesce(max(u.name), max(o.name)) as name, array_agg(r.marks[${column + 1}]) as totals
    from exam_result r join organization o on o.id = r.school_id
      left join run_unit u on u.exam_id = r.exam_id and u.run = r.run and u.kind = 'school' and u.unit_id = r.school_id
    where r.exam_id = ${examId} and r.run = ${run} and r.marks[${column + 1}] >= 0
    group by r.school_id, o.path order by o.path`)
  const all = rows.reduce((sum, one) => sum + one.totals.length, 0)
  const [totals, schoolOf] = [new Int32Array(all), new Int16Array(all)]
  let at = 0
  for (const [school, one] of rows.entries()) {
    totals.set(one.totals, at)
    schoolOf.fill(school, at, at + one.totals.length)
    at += one.totals.length
  }
  return {
    run,
    totals,
    schoolOf,
    schools: rows.map(({ id, name, totals: own }) => ({ id, name, takers: own.length })),
    table: tableOf(totals),
  }
}

/** The marks that occur, best first, and how many have each. */
function tableOf(totals: Int32Array): Totals['table'] {
  const sorted = totals.slice().sort().reverse()
  const marks: number[] = []
  const counts: number[] = []
  for (const mark of sorted) {
    if (marks.at(-1) === mark) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    else {
      marks.push(mark)
      counts.push(1)
    }
  }
  return { marks: Int32Array.from(marks), counts: Int32Array.from(counts) }
}
