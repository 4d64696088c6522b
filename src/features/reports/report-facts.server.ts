import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import type { StatFacts } from '#src/features/exam-run/run.facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fromTable } from '#src/server/cache/table-cache.server.ts'
import { assignedOutside } from './assigned-outside.server.ts'
import { type HeldMarks, heldMarks, withHeldMarks } from './held-marks.ts'
import { heldResults } from './held-results.server.ts'
import { nearPupils } from './near-pupils.server.ts'
import { isEnough, othersToShow } from './outsiders.ts'
import type { FactUnit, ReportFacts, Stat } from './report.facts.ts'
import { type ChosenReport, isLevelUnit } from './report-choice.server.ts'
import { NEAR } from './report-keys.ts'
import { shownUnits } from './report-shown.server.ts'
import { readStats, type StatsWanted, schoolMeans, statKey } from './report-stats.server.ts'
import { classesKnown, type ReadUnit, unitKey, WHOLE } from './report-units.server.ts'
import { reportDefinitions } from './reports.ts'
import { linesOutside } from './subject-lines.server.ts'

/** With fewer other schools, a dot without a name has one all the same. */
const FEWEST_OTHERS = 3

/** Reads what a report needs, within the rights of the reader. */
export async function reportFacts(db: Db, chosen: ChosenReport): Promise<ReportFacts> {
  const { exam, version, reader, query, unit, above, below, col, reference, cols: every } = chosen
  const { facts: run, params } = version
  const { needs, cols } = reportDefinitions[query.report]
  const column = run.columns[col]
  const units = below.filter(isLevelUnit)
  const ofLines = run.lines.map((line) => line.column).filter((at) => every.includes(at))
  const ofBelow = cols === 'all' ? every : cols === 'chosen' ? [col] : [...new Set([...ofLines, col])]
  const wanted: StatsWanted[] = [
    { units: [unit, ...(reference ? [reference] : [])], cols: every },
    { units: below, cols: ofBelow },
  ]
  const stats = await readStats(db, reader, wanted)
  const factOf = (one: ReadUnit): FactUnit => ({
    key: unitKey(one),
    kind: one.kind,
    name: one.name,
    own: one.own,
    candidates: one.candidates,
    stats: stats.get(statKey(one)) ?? new Map<number, Stat>(),
  })
  const seeOthers = needs.includes('others') && !exam.held && unit.kind === 'school'
  const hidden = reference && !reference.own
  const seePupils = needs.includes('pupils')
  const seeAssigned =
    needs.includes('assigned') && !exam.held && run.assigned.some(({ subject }) => subject === column?.subject)
  const shown =
    hidden || seeOthers || seeAssigned || (seePupils && !exam.held)
      ? await shownUnits(db, exam.id, version.number, run.columns)
      : undefined
  let isHeld = false
  const facts: ReportFacts = {
    run: exam.held ? run : await outside(),
    params,
    subjects: await subjectNames(db),
    col,
    unit: factOf(unit),
    below: units.map(factOf),
    groups: below.filter(({ kind }) => kind === 'group').map(factOf),
    combos: below.filter(({ kind }) => kind === 'combo').map(factOf),
    reference: reference && (hidden && shown ? await fromOutside(factOf(reference), reference) : factOf(reference)),
    others: seeOthers && shown ? await otherMeans() : undefined,
    pupils: seePupils
      ? await nearPupils(db, reader, { run, unit, cols: every, near: query.near ?? NEAR, among: await standard() })
      : undefined,
    assigned: seeAssigned && column && shown ? await assignedOutside(db, reader, shown, run, column) : 'all',
    whole: exam.held,
    floor: FLOOR,
  }
  facts.isHeld = isHeld
  return facts

  /** What belongs to all, for somebody who does not see all of it. */
  async function outside(): Promise<ReportFacts['run']> {
    const columns = run.columns.map((one) => ({ ...one, steps: { marks: [], counts: [] } }))
    const lines = needs.includes('lines')
      ? await linesOutside(db, reader, run)
      : run.lines.map((line) => ({ ...line, subjects: [] }))
    return { ...run, columns, lines }
  }

  /** What a reader sees of a unit above: its mean, when it is published and tells nothing about a few others. */
  async function fromOutside(fact: FactUnit, of: ReadUnit): Promise<FactUnit> {
    const others = shown?.othersOf(of)
    const known = await classesKnown(db, reader, of)
    const isSafe = (at: number) => {
      const column = run.columns[at]
      return column !== undefined && others !== undefined && isShown(at, of) && isEnough(others(column, known(column)))
    }
    const places = run.columns.map((column) => shown?.held(column) ?? [])
    const results = await heldResults(db, reader, places.flat(), of)
    const seen = [...fact.stats].map(([at, stat]): [number, Stat] => {
      if (!isSafe(at) || !stat) return [at, null]
      const marks = heldMarks(places[at] ?? [], results, unitKey(of), at)
      return [at, meanOnly(asBefore(stat, marks))]
    })
    return { ...fact, stats: new Map(seen) }
  }

  /**
   * Among whom the marks of single pupils stand: all, or the highest unit of the reader where the means of all are not
   * shown. Who knows the marks of two pupils could tell them from their Z.
   */
  async function standard(): Promise<FactUnit> {
    const counting = run.columns.flatMap(({ counts }, at) => (counts ? [at] : []))
    const own = [unit, ...above].findLast((one) => one.own) ?? unit
    const all: ReadUnit = {
      ...WHOLE,
      subjectId: 0,
      parentId: 0,
      name: m.report_all(),
      position: 0,
      candidates: run.candidates,
      own: exam.held,
    }
    const read = await readStats(db, reader, [{ units: [all, own], cols: counting }])
    const factsOf = (one: ReadUnit): FactUnit => ({ ...factOf(one), stats: read.get(statKey(one)) ?? new Map() })
    const whole = exam.held ? factsOf(all) : await fromOutside(factsOf(all), all)
    return counting.every((at) => whole.stats.get(at) !== null) ? whole : factsOf(own)
  }

  /** Where corrections wait, the figures of the publication before. */
  function asBefore(stat: StatFacts, marks: HeldMarks): StatFacts {
    if (marks.before.length + marks.now.length === 0) return stat
    isHeld = true
    return { ...stat, ...withHeldMarks(stat, marks, params.policy.deviation) }
  }

  function isShown(at: number, of: Pick<ReadUnit, 'kind' | 'unitId'>): boolean {
    const column = run.columns[at]
    return column !== undefined && shown?.of(column, of) === true
  }

  async function otherMeans(): Promise<number[]> {
    const column = run.columns[col]
    const places = (column && shown?.held(column)) ?? []
    const results = await heldResults(db, reader, places, WHOLE)
    const means = (await schoolMeans(db, reader, col)).filter(({ id }) => id !== unit.unitId)
    const others = othersToShow(
      means.flatMap(({ id, parent, stat }) => {
        const own = results.filter(({ school }) => school === id)
        const { mean, counted } = asBefore(stat, heldMarks(places, own, `school-${id}`, col))
        return mean === null ? [] : [{ parent, mean, counted, shown: isShown(col, { kind: 'school', unitId: id }) }]
      }),
    )
    return others.length < FEWEST_OTHERS ? [] : others
  }
}

/** Mean and deviation: they are shown where the number of pupils is. Of rates and single marks, nothing. */
function meanOnly({ counted, mean, deviation, error }: StatFacts): StatFacts {
  const none = { enrolled: 0, absent: 0, cheat: 0, exempt: 0, other: 0, highest: null, lowest: null }
  return { ...none, counted, mean, deviation, error, percentiles: [], bands: [], histogram: [] }
}

/** The names of all subjects by id. */
export const subjectNames = fromTable('subject', async (db): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`select id::float8 as id, name from subject`)
  return new Map(rows.map(({ id, name }) => [id, name]))
})
