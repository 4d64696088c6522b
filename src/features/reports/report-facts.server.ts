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
import { outsideCounts } from './outside-counts.server.ts'
import { meanOnly, roundedMean, withoutPart } from './outside-figures.ts'
import { isPlain, othersToShow } from './outsiders.ts'
import type { FactUnit, ReportFacts, Stat } from './report.facts.ts'
import { isLevelUnit, type OpenedReport } from './report-choice.server.ts'
import { NEAR } from './report-keys.ts'
import { shownUnits } from './report-shown.server.ts'
import { readStats, type StatsWanted, schoolMeans, statKey } from './report-stats.server.ts'
import { classesKnown, type ReadUnit, unitKey, WHOLE } from './report-units.server.ts'
import { reportDefinitions } from './reports.ts'
import { linesOutside } from './subject-lines.server.ts'

/** With fewer other schools, a dot without a name has one all the same. */
const FEWEST_OTHERS = 3

/** What a report needs but for single pupils, and among whom their marks stand where it has some. */
export type FactsRead = { facts: ReportFacts; among: FactUnit | undefined }

/** Adds the pupils of a report, as they are now. @param seenAs the same for readers who see the same */
export async function withPupils(
  db: Db,
  chosen: OpenedReport,
  { facts, among }: FactsRead,
  seenAs: string,
): Promise<ReportFacts> {
  const { reader, unit, cols, query } = chosen
  if (!among) return facts
  const near = query.near ?? NEAR
  return { ...facts, pupils: await nearPupils(db, reader, { run: facts.run, unit, cols, near, among, seenAs }) }
}

/**
 * Reads what a report needs, within the rights of the reader. It depends on the run, the publication, what is chosen,
 * and what `readerKey` says: all of it stays as it is.
 */
export async function readFacts(db: Db, chosen: OpenedReport): Promise<FactsRead> {
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
  const seeLines = needs.includes('lines') && !exam.held
  const shown =
    hidden || seeOthers || seeAssigned || seeLines || (seePupils && !exam.held)
      ? await shownUnits(db, exam.id, version.number, run.columns)
      : undefined
  let isHeld = false
  const { hiddenLines, ...seenRun } = exam.held ? { ...run, hiddenLines: [] } : await outside()
  const facts: ReportFacts = {
    run: seenRun,
    hiddenLines,
    params,
    subjects: await subjectNames(db),
    col,
    cols: every,
    unit: factOf(unit),
    below: units.map(factOf),
    groups: below.filter(({ kind }) => kind === 'group').map(factOf),
    combos: below.filter(({ kind }) => kind === 'combo').map(factOf),
    reference: reference && (hidden && shown ? await fromOutside(factOf(reference), reference) : factOf(reference)),
    others: seeOthers && shown ? await otherMeans() : undefined,
    pupils: undefined,
    assigned: seeAssigned && column && shown ? await assignedOutside(db, reader, shown, run, column) : 'all',
    whole: exam.held,
    floor: FLOOR,
  }
  const among = seePupils ? await standard() : undefined
  facts.isHeld = isHeld
  return { facts, among }

  /** What belongs to all, for somebody who does not see all of it. */
  async function outside(): Promise<ReportFacts['run'] & { hiddenLines: readonly number[] }> {
    const columns = run.columns.map((one) => ({ ...one, steps: { marks: [], counts: [] } }))
    const { lines, hidden: hiddenLines } = seeLines
      ? await linesOutside(db, reader, run, shown)
      : { lines: run.lines.map((line) => ({ ...line, subjects: [] })), hidden: [] }
    return { ...run, columns, lines, hiddenLines }
  }

  /** What a reader sees of a unit above: its mean, when it is published and tells nothing about a few others. */
  async function fromOutside(fact: FactUnit, of: ReadUnit): Promise<FactUnit> {
    if (!shown) return { ...fact, stats: new Map([...fact.stats].map(([at]) => [at, null])) }
    const own = [unit, ...above].findLast((one) => one.own) ?? unit
    const [known, ownStats] = [
      await classesKnown(db, reader, of),
      await readStats(db, reader, [{ units: [own], cols: [...fact.stats.keys()] }]),
    ]
    const others = outsideCounts(
      shown,
      reader,
      known,
      of,
      above.filter((one) => !one.own),
    )
    const places = run.columns.map((column) => shown.held(column))
    const [results, ownResults] = [
      await heldResults(db, reader, places.flat(), of),
      await heldResults(db, reader, places.flat(), own),
    ]
    let hasPlain = false
    const seen = [...fact.stats]
      .sort(([one], [other]) => one - other)
      .map(([at, stat]): [number, Stat] => {
        const column = run.columns[at]
        if (!column || !stat || !others.isSafe(column)) return [at, null]
        const figures = asBefore(stat, heldMarks(places[at] ?? [], results, unitKey(of), at))
        const ownStat = ownStats.get(statKey(own))?.get(at)
        const part = ownStat && asBefore(ownStat, heldMarks(places[at] ?? [], ownResults, unitKey(own), at))
        const rest = withoutPart(figures, part, params.policy.deviation)
        // Totals come after the subjects: without all others, a total would tell the marks of a subject.
        hasPlain ||= rest !== undefined && isPlain(rest, column.fullMark)
        const isTold = column.kind === 'total' ? !hasPlain : !rest || !isPlain(rest, column.fullMark)
        return [at, isTold ? meanOnly(figures, column) : null]
      })
    return { ...fact, ...others.toldOf(run.columns, new Map(seen)) }
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
    if (!column || !shown) return []
    const places = shown.held(column)
    const results = await heldResults(db, reader, places, WHOLE)
    const known = (await classesKnown(db, reader, WHOLE))(column)
    const classes = reader.units.ofKind('class').filter(({ unitId }) => known.has(unitId))
    const ofClasses = await readStats(db, reader, [{ units: classes, cols: [col] }])
    const own = Map.groupBy(classes, ({ parentId }) => parentId)
    const means = (await schoolMeans(db, reader, col)).flatMap(({ id, parent, stat }) => {
      const ofSchool = results.filter(({ school }) => school === id)
      const { mean, counted } = asBefore(stat, heldMarks(places, ofSchool, `school-${id}`, col))
      if (mean === null) return []
      const isSafe =
        isShown(col, { kind: 'school', unitId: id }) && !isPlain({ counted, mean, deviation: null }, column.fullMark)
      const others = (own.get(id) ?? []).reduce(
        (rest, unit) => rest - (ofClasses.get(statKey(unit))?.get(col)?.counted ?? 0),
        stat.counted,
      )
      return [{ id, parent, mean: roundedMean(mean, column, counted), counted: others, shown: isSafe }]
    })
    const others = othersToShow(means).filter(({ id }) => id !== unit.unitId)
    return others.length < FEWEST_OTHERS ? [] : others.map(({ mean }) => mean).sort((one, other) => one - other)
  }
}

/** The names of all subjects by id. */
export const subjectNames = fromTable('subject', async (db): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`select id::float8 as id, name from subject`)
  return new Map(rows.map(({ id, name }) => [id, name]))
})
