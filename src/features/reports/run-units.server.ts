import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { UnitRow } from '#src/features/exam-run/facts-of.ts'
import type { RunUnitKind } from '#src/features/exam-run/run.facts.ts'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import { inNumberOrder } from './number-order.ts'

/** A run of an exam. What it has computed never changes. */
export type RunKey = { examId: number; run: number }

/** A unit of a run, as it was called and placed then. */
export type RunUnit = UnitRow & { name: string }

/** The units of a run. All lists are in the order of the names. */
export type RunUnits = {
  ofKind(kind: RunUnitKind): readonly RunUnit[]
  /** The units of a kind right below another unit. */
  below(kind: RunUnitKind, parentId: number): readonly RunUnit[]
  find(kind: RunUnitKind, unitId: number, subjectId?: number): RunUnit | undefined
  count: number
}

/** Bytes: the units of about five exams of five hundred schools with 20,000 classes. */
const ROOM = 32_000_000
/** Bytes that a unit takes in the three maps. */
const UNIT = 320
const kept = sizedCache<RunUnits>(ROOM, ({ count }) => UNIT * (count + 1))

/** The units of a run. They are read once, and kept while there is room. */
export async function runUnits(db: Db, { examId, run }: RunKey): Promise<RunUnits> {
  const make = async () => {
    const { rows } = await db.execute<RunUnit>(sql`
      select kind, unit_id::float8 as "unitId", subject_id::float8 as "subjectId", parent_id::float8 as "parentId", name,
        position, candidates
      from run_unit where exam_id = ${examId} and run = ${run} order by name collate "zh-x-icu", position`)
    return unitsFrom(inNumberOrder(rows))
  }
  // A run that is not there may come.
  return kept.read(db, `${examId} ${run}`, make, ({ count }) => count > 0)
}

function unitsFrom(rows: readonly RunUnit[]): RunUnits {
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  const children = Map.groupBy(rows, ({ kind, parentId }) => `${kind} ${parentId}`)
  const byKey = new Map(rows.map((unit) => [`${unit.kind} ${unit.unitId} ${unit.subjectId}`, unit]))
  return {
    ofKind: (kind) => kinds.get(kind) ?? [],
    below: (kind, parentId) => children.get(`${kind} ${parentId}`) ?? [],
    find: (kind, unitId, subjectId = 0) => byKey.get(`${kind} ${unitId} ${subjectId}`),
    count: rows.length,
  }
}
