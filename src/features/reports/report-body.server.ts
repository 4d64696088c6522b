import type { Db } from '#src/db/client.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { sizedCache } from '#src/server/cache/sized-cache.server.ts'
import type { Block } from './blocks.ts'
import { columnAt, columnKey, markColumnName, type ReportFacts } from './report.facts.ts'
import type { OpenedReport } from './report-choice.server.ts'
import { reportFacts, subjectNames } from './report-facts.server.ts'
import { reportTexts } from './report-texts.ts'
import { unitKey } from './report-units.server.ts'
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

/** Bytes: the pages of a bureau with five hundred schools, in both languages. */
const ROOM = 24_000_000
const kept = sizedCache<{ body: ReportBody; names: ReadonlyMap<number, string> }>(ROOM, ({ body }) => sizeOf(body))

/**
 * Makes a report. Whoever holds the exam sees the same as everybody else who does, and a run never changes: so their
 * reports are kept, but for those with single pupils, whose names may change.
 */
export async function reportBody(db: Db, chosen: OpenedReport): Promise<ReportBody> {
  const { exam, version, query, unit, reference, col, cols } = chosen
  const { needs } = reportDefinitions[query.report]
  if (!exam.held || needs.includes('pupils')) return bodyOf(chosen, await reportFacts(db, chosen))
  const names = await subjectNames(db)
  const key = [
    exam.id,
    versionKey(version),
    version.run,
    version.dataHash,
    getLocale(),
    query.report,
    unitKey(unit),
    reference ? unitKey(reference) : '',
    col,
    cols.join(),
  ].join(' ')
  const known = kept.get(db, key)
  if (known?.names === names) return known.body
  const body = bodyOf(chosen, await reportFacts(db, chosen))
  kept.set(db, key, { body, names })
  return body
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
