import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { type RunColumn, type RunFacts, type RunUnitKind, runUnitKinds } from '#src/features/exam-run/run.facts.ts'
import { subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type RunKey, type RunUnit, type RunUnits, runUnits } from './run-units.server.ts'

/** A unit of a run, and whether it is in the data scope of the reader. */
export type ReadUnit = RunUnit & { own: boolean }

type Reading = RunKey & { actor: Actor; whole: boolean; levels: RunFacts['levels'] }

/** Whose units are read: those of a run, by somebody who sees the whole exam or not. */
export type UnitReader = Reading & {
  units: RunUnits
  /** The organizations of the run in the data scope, read for this request; undefined for all. */
  seen(): Promise<ReadonlySet<number> | undefined>
}

/** Prepares the reading of units. The data scope is read when something depends on it. */
export async function unitReader(db: Db, reading: Reading): Promise<UnitReader> {
  const units = await runUnits(db, reading)
  let seen: Promise<ReadonlySet<number> | undefined> | undefined
  return {
    ...reading,
    units,
    seen() {
      seen ??= organizationsSeen(db, reading)
      return seen
    },
  }
}

async function organizationsSeen(db: Db, { actor, examId, run }: Reading): Promise<ReadonlySet<number> | undefined> {
  const seen = scope(actor, 'organizations')
  if (!seen) return undefined
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${organization.id}::float8 as id from ${organization} where ${seen} and ${organization.id} in (
      select unit_id from run_unit where exam_id = ${examId} and run = ${run} and kind in ('district', 'school', 'class'))`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * What makes the figures that a reader sees of a run: the data scope, and the subjects of classes that are only taught.
 * Two readers with the same key see the same. The names of single pupils are no part of it.
 */
export async function readerKey(db: Db, { whole, actor, seen }: UnitReader): Promise<string> {
  if (whole) return 'whole'
  const ids = [...((await seen()) ?? [])].sort((one, other) => one - other)
  const taught = await subjectsTaught(db, actor, ids)
  const hash = createHash('sha256')
  for (const id of ids) hash.update(`${id} ${[...(taught.get(id) ?? ['all'])].toSorted().join('+')}\n`)
  return hash.digest('base64')
}

/** A unit in an address: `all`, `school-12`, `group-3-7` for group 3 of subject 7. */
export function unitKey({ kind, unitId, subjectId }: Pick<RunUnit, 'kind' | 'unitId' | 'subjectId'>): string {
  if (kind === 'all') return kind
  return subjectId === 0 ? `${kind}-${unitId}` : `${kind}-${unitId}-${subjectId}`
}

/** The shape of a unit in an address. */
export const UNIT_KEY = /^(all|(district|school|class)-\d{1,15}|group-\d{1,15}-\d{1,15})$/

type IsOwn = (unit: RunUnit) => boolean

/** Tells whether a unit is in the data scope. Teaching groups are those of their school. */
async function ownership({ whole, seen }: UnitReader): Promise<IsOwn> {
  if (whole) return () => true
  const ids = await seen()
  return ({ kind, unitId, parentId }) =>
    kind !== 'all' && kind !== 'combo' && (ids === undefined || ids.has(kind === 'group' ? parentId : unitId))
}

/** The kinds of units from the whole to the class. */
const levelKinds = ['all', 'district', 'school', 'class'] as const

/**
 * The unit that is asked for, or the highest one of the reader: the lowest of those that have all candidates.
 * @throws AppError 404 for a unit that is not there or of others
 */
export async function unitOf(reader: UnitReader, wanted: string | undefined): Promise<ReadUnit> {
  const isOwn = await ownership(reader)
  const found = wanted === undefined ? highestOf(reader, isOwn) : namedBy(reader, wanted)
  if (!found || !isOwn(found))
    throw new AppError(404, wanted === undefined ? m.report_noUnit() : m.report_unitOfOthers())
  return asRead(found, true)
}

function namedBy({ units }: UnitReader, wanted: string): RunUnit | undefined {
  const [name, id = '0', subject = '0'] = wanted.split('-')
  const kind = runUnitKinds.find((one) => one === name)
  return kind && units.find(kind, Number(id), Number(subject))
}

/** A district of its own, or a school that examines itself, stands for the whole. */
function highestOf({ whole, units }: UnitReader, isOwn: IsOwn): RunUnit | undefined {
  const [all] = units.ofKind('all')
  if (whole && all) {
    for (const kind of ['school', 'district'] as const) {
      const same = units.ofKind(kind).find(({ candidates }) => candidates === all.candidates)
      if (same) return same
    }
    return all
  }
  for (const kind of levelKinds) {
    const found = units.ofKind(kind).find(isOwn)
    if (found) return found
  }
  return undefined
}

/** More of the highest units are not listed. */
const MOST_TOP = 100

/** The highest units of the reader: those above which none is the reader's own. */
export async function topUnits(reader: UnitReader): Promise<ReadUnit[]> {
  if (reader.whole) return [await unitOf(reader, undefined)]
  const isOwn = await ownership(reader)
  for (const kind of levelKinds) {
    const own = reader.units.ofKind(kind).filter(isOwn)
    if (own.length > 0) return own.slice(0, MOST_TOP).map((unit) => asRead(unit, true))
  }
  return []
}

/** The level above a unit. */
function above(levels: RunFacts['levels'], kind: RunUnitKind): RunUnitKind | undefined {
  if (kind === 'group') return 'school'
  const at = placeOf(levels, kind)
  return at > 0 ? levels[at - 1] : undefined
}

/** The level below a unit. */
function beneath(levels: RunFacts['levels'], kind: RunUnitKind): RunUnitKind | undefined {
  const at = placeOf(levels, kind)
  return at < 0 ? undefined : levels[at + 1]
}

/** The place of a kind among the levels; -1 for teaching groups and combinations. */
function placeOf(levels: readonly RunUnitKind[], kind: RunUnitKind): number {
  return levels.indexOf(kind)
}

/** The units above a unit, the nearest first. One that has the same candidates as the one below it is left out. */
export async function unitsAbove(reader: UnitReader, unit: ReadUnit): Promise<ReadUnit[]> {
  const isOwn = await ownership(reader)
  const path: RunUnit[] = []
  for (let at: RunUnit | undefined = unit; at; ) {
    const kind: RunUnitKind | undefined = above(reader.levels, at.kind)
    at = kind && reader.units.find(kind, at.parentId)
    if (at) path.push(at)
  }
  return path
    .filter(({ kind, candidates }, at) => kind === 'school' || candidates !== (path[at - 1] ?? unit).candidates)
    .map((one) => asRead(one, isOwn(one)))
}

type Wanted = { below: boolean; groupsOf: number | null; combos: boolean }

/** The reader's units right below a unit, its teaching groups in a subject, and the combinations. By name. */
export async function unitsBelow(reader: UnitReader, unit: ReadUnit, wanted: Wanted): Promise<ReadUnit[]> {
  const { units, whole, levels } = reader
  const child = beneath(levels, unit.kind)
  const found: ReadUnit[] = []
  if (wanted.below && child) {
    const isOwn = await ownership(reader)
    for (const one of units.below(child, unit.unitId)) if (isOwn(one)) found.push(asRead(one, true))
  }
  if (wanted.groupsOf !== null && unit.kind === 'school') {
    for (const one of units.below('group', unit.unitId))
      if (one.subjectId === wanted.groupsOf) found.push(asRead(one, true))
  }
  // Combinations cut across schools.
  if (wanted.combos && whole) {
    const combos = units.ofKind('combo').toSorted((one, other) => one.position - other.position)
    found.push(...combos.map((one) => asRead(one, false)))
  }
  return found
}

type UnitAddress = Pick<RunUnit, 'kind' | 'unitId'>

/** All candidates of a run. */
export const WHOLE = { kind: 'all', unitId: 0 } as const satisfies UnitAddress

/** The classes of a unit. */
export function classesIn(units: RunUnits, { kind, unitId }: UnitAddress): readonly RunUnit[] {
  if (kind === 'school') return units.below('class', unitId)
  if (kind === 'district') return units.below('school', unitId).flatMap((school) => units.below('class', school.unitId))
  if (kind !== 'class') return units.ofKind('class')
  const own = units.find(kind, unitId)
  return own ? [own] : []
}

/**
 * The classes of a unit whose pupils the reader knows in a column: figures of others may not follow by subtraction. Of
 * a class that the reader only teaches, these are the subjects taught there.
 */
export async function classesKnown(
  db: Db,
  reader: UnitReader,
  unit: UnitAddress,
): Promise<(column: Pick<RunColumn, 'kind' | 'subject'>) => Set<number>> {
  const seen = await reader.seen()
  const known = classesIn(reader.units, unit).filter(
    ({ unitId, parentId }) => seen === undefined || seen.has(unitId) || seen.has(parentId),
  )
  const ids = known.map(({ unitId }) => unitId)
  const taught = await subjectsTaught(db, reader.actor, ids)
  return ({ kind, subject }) => new Set(ids.filter((id) => isKnown(taught.get(id), kind === 'total' ? null : subject)))
}

/** The classes of a unit with candidates, and those in the data scope: holding the exam gives no more. */
export async function classesWithin(reader: UnitReader, unit: ReadUnit) {
  const ids = await reader.seen()
  const all = classesIn(reader.units, unit).filter(({ candidates }) => candidates > 0)
  return { all, seen: ids === undefined ? all : all.filter(({ unitId }) => ids.has(unitId)) }
}

const isKnown = (taught: ReadonlySet<number> | undefined, subject: number | null) =>
  taught === undefined || (subject !== null && taught.has(subject))

/** The whole has no name of its own. */
function asRead(unit: RunUnit, own: boolean): ReadUnit {
  return { ...unit, own, name: unit.kind === 'all' ? m.report_all() : unit.name }
}
