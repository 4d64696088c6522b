import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import type { RunColumn, RunFacts, RunUnitKind } from '#src/features/exam-run/run.facts.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError } from '#src/server/errors.server.ts'

/** A unit of a run, and whether it is in the data scope of the reader. */
export type ReadUnit = {
  kind: RunUnitKind
  unitId: number
  subjectId: number
  parentId: number
  name: string
  position: number
  candidates: number
  own: boolean
}

/** Whose units are read: those of a run, by somebody who sees the whole exam or not. */
export type UnitReader = { actor: Actor; examId: number; run: number; whole: boolean; levels: RunFacts['levels'] }

/** A unit in an address: `all`, `school-12`, `group-3-7` for group 3 of subject 7. */
export function unitKey({ kind, unitId, subjectId }: Pick<ReadUnit, 'kind' | 'unitId' | 'subjectId'>): string {
  if (kind === 'all') return kind
  return subjectId === 0 ? `${kind}-${unitId}` : `${kind}-${unitId}-${subjectId}`
}

/** The shape of a unit in an address. */
export const UNIT_KEY = /^(all|(district|school|class)-\d{1,15}|group-\d{1,15}-\d{1,15})$/

/** Whether a unit is in the data scope. Teaching groups are those of their school. */
function ownSql({ actor, whole }: Pick<UnitReader, 'actor' | 'whole'>): SQL<boolean> {
  if (whole) return sql`true`
  const seen = scope(actor, 'organizations') ?? sql`true`
  return sql`(u.kind in ('district', 'school', 'class', 'group') and
    case u.kind when 'group' then u.parent_id else u.unit_id end in (select ${organization.id} from ${organization} where ${seen}))`
}

const fields = sql.raw(`u.kind, u.unit_id::float8 as "unitId", u.subject_id::float8 as "subjectId",
  u.parent_id::float8 as "parentId", u.name, u.position, u.candidates`)
const inRun = ({ examId, run }: UnitReader) => sql`u.exam_id = ${examId} and u.run = ${run}`
const byLevel = sql.raw(`array_position(array['all', 'district', 'school', 'class'], u.kind::text)`)
const byName = sql.raw(`u.name collate "zh-x-icu", u.position`)

/** Whether a unit has all candidates: a district of its own, or a school that examines itself, stands for the whole. */
function hasAll(reader: UnitReader): SQL {
  if (!reader.whole) return sql`(1 = 0)`
  return sql`(u.kind <> 'class' and u.candidates = (select a.candidates from run_unit a where a.exam_id = u.exam_id and a.run = u.run and a.kind = 'all'))`
}

/**
 * The unit that is asked for, or the highest one of the reader: the lowest of those that have all candidates.
 * @throws AppError 404 for a unit that is not there or of others
 */
export async function unitOf(db: Db, reader: UnitReader, wanted: string | undefined): Promise<ReadUnit> {
  const [kind = '', id = '0', subject = '0'] = wanted?.split('-') ?? []
  const which =
    wanted === undefined
      ? sql`u.kind in ('all', 'district', 'school', 'class')`
      : sql`u.kind = ${kind} and u.unit_id = ${Number(id)} and u.subject_id = ${Number(subject)}`
  const { rows } = await db.execute<ReadUnit>(sql`
    select ${fields}, true as own from run_unit u
    where ${inRun(reader)} and ${which} and ${ownSql(reader)}
    order by ${hasAll(reader)} desc, case when ${hasAll(reader)} then -${byLevel} else ${byLevel} end, ${byName} limit 1`)
  const [found] = rows
  if (!found) throw new AppError(404, wanted === undefined ? m.report_noUnit() : m.report_unitOfOthers())
  return named(found)
}

/** The highest units of the reader: those above which none is the reader's own. */
export async function topUnits(db: Db, reader: UnitReader): Promise<ReadUnit[]> {
  if (reader.whole) return [await unitOf(db, reader, undefined)]
  const { rows } = await db.execute<ReadUnit>(sql`
    with own as (
      select ${fields}, true as own, ${byLevel} as depth from run_unit u
      where ${inRun(reader)} and u.kind in ('all', 'district', 'school', 'class') and ${ownSql(reader)}
    ) select * from own where depth = (select min(depth) from own) order by name collate "zh-x-icu", position limit 100`)
  return rows.map(named)
}

/** The place of a kind among the levels; -1 for teaching groups and combinations. */
function indexOf(levels: readonly RunUnitKind[], kind: RunUnitKind): number {
  return levels.indexOf(kind)
}

/** The level above a unit, and the one below it. */
function above(levels: RunFacts['levels'], kind: RunUnitKind): RunUnitKind | undefined {
  if (kind === 'group') return 'school'
  const at = indexOf(levels, kind)
  return at > 0 ? levels[at - 1] : undefined
}

function beneath(levels: RunFacts['levels'], kind: RunUnitKind): RunUnitKind | undefined {
  const at = indexOf(levels, kind)
  return at < 0 ? undefined : levels[at + 1]
}

/** The units above a unit, the nearest first. One that has the same candidates as the one below it is left out. */
export async function unitsAbove(db: Db, reader: UnitReader, unit: ReadUnit): Promise<ReadUnit[]> {
  const { levels } = reader
  const found: ReadUnit[] = []
  const from = above(levels, unit.kind)
  if (from === undefined) return found
  const parents = sql.join(
    levels.map((kind) => sql`when ${kind} then ${above(levels, kind) ?? ''}`),
    sql` `,
  )
  const { rows } = await db.execute<ReadUnit>(sql`
    with recursive path as (
      select u.*, 1 as depth from run_unit u where ${inRun(reader)} and u.kind = ${from} and u.unit_id = ${unit.parentId} and u.subject_id = 0
      union all
      select p.*, path.depth + 1 from path join run_unit p on p.exam_id = path.exam_id and p.run = path.run
        and p.unit_id = path.parent_id and p.subject_id = 0 and p.kind = case path.kind ${parents} else '' end
    ) select ${fields}, ${ownSql(reader)} as own from path u order by u.depth`)
  const path = [unit, ...rows]
  return rows.filter(({ kind, candidates }, at) => kind === 'school' || candidates !== path[at]?.candidates).map(named)
}

type Wanted = { below: boolean; groupsOf: number | null; combos: boolean }

/** The reader's units right below a unit, its teaching groups in a subject, and the combinations. By name. */
export async function unitsBelow(db: Db, reader: UnitReader, unit: ReadUnit, wanted: Wanted): Promise<ReadUnit[]> {
  const child = beneath(reader.levels, unit.kind)
  const parts: SQL[] = []
  if (wanted.below && child) parts.push(sql`(u.kind = ${child} and u.parent_id = ${unit.unitId} and ${ownSql(reader)})`)
  if (wanted.groupsOf !== null && unit.kind === 'school')
    parts.push(sql`(u.kind = 'group' and u.subject_id = ${wanted.groupsOf} and u.parent_id = ${unit.unitId})`)
  // Combinations cut across schools.
  if (wanted.combos && reader.whole) parts.push(sql`u.kind = 'combo'`)
  if (parts.length === 0) return []
  const { rows } = await db.execute<ReadUnit>(sql`
    select ${fields}, u.kind <> 'combo' as own from run_unit u where ${inRun(reader)} and (${sql.join(parts, sql` or `)})
    order by case u.kind when 'combo' then u.position end, ${byName}`)
  return rows.map(named)
}

/** The condition for the classes `u` of a unit. */
export function classesOf({ kind, unitId }: Pick<ReadUnit, 'kind' | 'unitId'>): SQL {
  if (kind === 'class') return sql`u.unit_id = ${unitId}`
  if (kind === 'school') return sql`u.parent_id = ${unitId}`
  if (kind === 'district')
    return sql`u.parent_id in (select s.unit_id from run_unit s where s.exam_id = u.exam_id and s.run = u.run and s.kind = 'school' and s.parent_id = ${unitId})`
  return sql`true`
}

/** The classes of a unit with candidates, and whether each is in the data scope: holding the exam gives no more. */
export async function classesWithin(db: Db, reader: UnitReader, unit: ReadUnit) {
  const seen = scope(reader.actor, 'organizations') ?? sql`true`
  const { rows } = await db.execute<{ id: number; name: string; school: string; seen: boolean }>(sql`
    select u.unit_id::float8 as id, u.name, coalesce(s.name, '') as school, u.unit_id in (select ${organization.id} from ${organization} where ${seen}) as seen
    from run_unit u left join run_unit s on s.exam_id = u.exam_id and s.run = u.run and s.kind = 'school' and s.unit_id = u.parent_id
    where ${inRun(reader)} and u.kind = 'class' and u.candidates > 0 and ${classesOf(unit)}`)
  return rows
}

/**
 * The classes of a unit whose pupils the reader knows in a column: figures of others may not follow by subtraction. Of
 * a class that the reader only teaches, these are the subjects taught there.
 */
export async function classesKnown(
  db: Db,
  reader: UnitReader,
  unit: Pick<ReadUnit, 'kind' | 'unitId'>,
): Promise<(column: Pick<RunColumn, 'kind' | 'subject'>) => Set<number>> {
  const seen = scope(reader.actor, 'organizations') ?? sql`true`
  const { rows } = await db.execute<{ id: number }>(sql`
    select u.unit_id::float8 as id from run_unit u
    where ${inRun(reader)} and u.kind = 'class' and ${classesOf(unit)} and exists (
      select from ${organization} where ${organization.id} in (u.unit_id, u.parent_id) and ${seen})`)
  const ids = rows.map(({ id }) => id)
  const taught = await subjectsTaught(db, reader.actor, ids)
  return ({ kind, subject }) => new Set(ids.filter((id) => isKnown(taught.get(id), kind === 'total' ? null : subject)))
}

const isKnown = (taught: ReadonlySet<number> | undefined, subject: number | null) =>
  taught === undefined || (subject !== null && taught.has(subject))

/** The whole has no name of its own. */
function named(unit: ReadUnit): ReadUnit {
  return unit.kind === 'all' ? { ...unit, name: m.report_all() } : unit
}
