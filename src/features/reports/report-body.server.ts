import type { Db } from '#src/db/client.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import type { Block } from './blocks.ts'
import { columnAt, columnKey, markColumnName, type ReportFacts } from './report.facts.ts'
import type { OpenedReport } from './report-choice.server.ts'
import { type FactsRead, readFacts, subjectNames, withPupils } from './report-facts.server.ts'
import { reportTexts } from './report-texts.ts'
import { readerKey, unitKey } from './report-units.server.ts'
import { versionKey } from './report-versions.server.ts'
import { reportDefinitions, withheldNotes } from './reports.ts'

/** What a report says. */
export type ReportBody = {
  title: string
  /** The chosen subject; an empty text where a report is of all. */
  subject: string
  /** The subjects that may be chosen. */
  subjects: { value: string; label: string }[]
  blocks: Block[]
  /** The candidates that it names. */
  named: number[]
}

/** Bytes: the pages of a bureau with five hundred schools in both languages, and those of some hundred schools. */
const ROOM = 24_000_000
const keptBodies = sizedCache<ReportBody>(ROOM, sizeOf)

/** Bytes: what hundreds of readers see around lists of pupils. Figures are kept elsewhere. */
const FACTS_ROOM = 8_000_000
const keptFacts = sizedCache<FactsRead>(FACTS_ROOM, () => 10_000)

/**
 * Makes a report. A run and a publication never change, so what the same readers see of them is kept, but for single
 * pupils, whose names may change.
 */
export async function reportBody(db: Db, opened: OpenedReport): Promise<ReportBody> {
  const key = await keyOf(db, opened)
  if (!reportDefinitions[opened.query.report].needs.includes('pupils')) {
    return keptBodies.read(db, key, async () => bodyOf(opened, (await readFacts(db, opened)).facts))
  }
  const read = await keptFacts.read(db, key, () => readFacts(db, opened))
  return bodyOf(opened, await withPupils(db, opened, read, key))
}

/** All that the figures and words of a report depend on. */
async function keyOf(db: Db, { exam, version, query, reader, unit, reference, col, cols }: OpenedReport) {
  const names = await subjectNames(db)
  return [
    exam.id,
    versionKey(version),
    version.run,
    version.dataHash,
    await readerKey(db, reader),
    getLocale(),
    query.report,
    unitKey(unit),
    reference ? unitKey(reference) : '',
    col,
    cols.join(),
    ...[...names].flat(),
  ].join(' ')
}

function bodyOf({ query: { report }, cols }: OpenedReport, facts: ReportFacts): ReportBody {
  const { make, bySubject } = reportDefinitions[report]
  const blocks = make(facts)
  const chosen = columnAt(facts, facts.col)
  const subject = bySubject ? markColumnName(facts, chosen) : ''
  const columns = bySubject ? cols.map((at) => columnAt(facts, at)) : []
  return {
    title: [reportTexts[report].title(), facts.unit.name, subject].filter((part) => part !== '').join(' · '),
    subject: bySubject ? columnKey(chosen) : '',
    subjects: columns.map((column) => ({ value: columnKey(column), label: markColumnName(facts, column) })),
    blocks: [...blocks, ...withheldNotes(blocks, facts)],
    named: namedIn(facts),
  }
}

function namedIn({ pupils }: ReportFacts): number[] {
  if (typeof pupils !== 'object' || !pupils.named) return []
  return [...new Set(pupils.lines.flatMap((line) => line.pupils.map(({ key }) => Number(key))))]
}

/** About the bytes of a report in memory. */
function sizeOf({ blocks }: ReportBody): number {
  let size = 2_000
  for (const block of blocks) {
    if ('table' in block) for (const { cells } of block.table.rows) size += 200 + 30 * cells.length
    if ('chart' in block && 'rows' in block.chart) size += 400 * block.chart.rows.length
  }
  return size
}
