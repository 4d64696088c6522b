import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import type { RunUnitKind } from '#src/features/exam-run/run.facts.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { type ListedExam, levelsOf, readableExams } from '#src/features/reports/report-index.server.ts'
import { topUnits, unitReader } from '#src/features/reports/report-units.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'

/** Exams that the panel shows, and those that its lines may have points of. */
const SHOWN = 4
const COMPARED = 12

/** The last published exams, with the mean of the total in the caller's highest unit. */
export const publishedAnswer = v.strictObject({
  list: v.array(
    v.strictObject({
      id: v.number(),
      name: v.string(),
      day: v.string(),
      /** The name of the unit; empty for the whole exam. */
      unit: v.string(),
      /** Marks, and the full mark; null for whoever sees no totals of the unit. */
      mean: v.nullable(v.number()),
      fullMark: v.nullable(v.number()),
      /** The shares of the full mark that the unit reached in the exams of the same student years, from the oldest. */
      trend: v.array(v.number()),
    }),
  ),
})

type Published = v.InferOutput<typeof publishedAnswer>['list'][number]
type Unit = { kind: RunUnitKind; id: number; name: string }
type Version = { exam: ListedExam; run: number }
type MeanRow = { exam: number; kind: RunUnitKind; unit: number; years: string; mean: number; full: number }

/** The last publications that the caller can read. */
export async function publishedExams(db: Db, actor: Actor): Promise<Published[]> {
  const versions = (await readableExams(db, actor, undefined)).flatMap((exam): Version[] => {
    const standing = exam.versions.find(({ number }) => number !== null)
    return standing ? [{ exam, run: standing.run }] : []
  })
  const units = new Map<number, Unit>()
  for (const { exam, run } of versions.slice(0, SHOWN)) {
    const unit = await unitOf(db, actor, exam, run)
    if (unit) units.set(exam.id, unit)
  }
  const means = await meansOf(db, versions.slice(0, COMPARED), [...units.values()])
  return versions.flatMap(({ exam }) => {
    const unit = units.get(exam.id)
    if (!unit) return []
    const own = means.filter(({ kind, unit: id }) => kind === unit.kind && id === unit.id)
    const now = own.find((one) => one.exam === exam.id)
    const compared = versions.filter(
      (other) => other.exam.since <= exam.since && (unit.kind !== 'all' || other.exam.held),
    )
    const trend = compared.flatMap((other) => {
      const found = own.find((one) => one.exam === other.exam.id && one.years === now?.years)
      return found ? [found.mean / found.full] : []
    })
    return [
      {
        id: exam.id,
        name: exam.name,
        day: exam.since,
        unit: unit.name,
        mean: now ? now.mean / 100 : null,
        fullMark: now ? now.full / 100 : null,
        trend: trend.toReversed(),
      },
    ]
  })
}

/** The highest unit of the reader. Of a class that is only taught, nobody sees totals: such a unit has no figures. */
async function unitOf(db: Db, actor: Actor, exam: ListedExam, run: number): Promise<Unit | undefined> {
  if (exam.held) return { kind: 'all', id: 0, name: '' }
  const levels = await levelsOf(db, exam.id, run)
  const [top] = await topUnits(await unitReader(db, { actor, examId: exam.id, run, whole: false, levels }))
  if (!top) return undefined
  const taught = top.kind === 'class' && (await subjectsTaught(db, actor, [top.unitId])).has(top.unitId)
  return { kind: top.kind, id: taught ? -1 : top.unitId, name: top.name }
}

/** The means of the total of all candidates, of these units in these runs. */
async function meansOf(db: Db, versions: readonly Version[], units: readonly Unit[]): Promise<MeanRow[]> {
  const { rows } = await db.execute<MeanRow>(sql`
    select r.exam_id::float8 as exam, s.kind, s.unit_id::float8 as unit, e.year_ids::text as years,
      (s.facts ->> 'mean')::float8 as mean, total.full_mark as full
    from unnest(${sql.param(versions.map(({ exam }) => exam.id))}::bigint[], ${sql.param(versions.map(({ run }) => run))}::int[]) as wanted (exam_id, run)
      join exam_run r on r.exam_id = wanted.exam_id and r.number = wanted.run join exam e on e.id = r.exam_id
      cross join lateral (
        select (place - 1)::smallint as col, (one ->> 'fullMark')::int as full_mark
        from jsonb_array_elements(r.facts -> 'columns') with ordinality as columns (one, place)
        where one ->> 'kind' = 'total' and one -> 'track' = 'null'
      ) total
      join unnest(${sql.param(units.map(({ kind }) => kind))}::text[], ${sql.param(units.map(({ id }) => id))}::bigint[]) as own (kind, unit_id) on true
      join run_stat s on s.exam_id = r.exam_id and s.run = r.number and s.kind = own.kind and s.unit_id = own.unit_id and s.col = total.col
    where s.facts ->> 'mean' is not null`)
  return rows
}
