import { m } from '#src/i18n/paraglide/messages.js'
import { assignedReport } from './assigned.report.ts'
import type { Block } from './blocks.ts'
import { borderlineReport } from './borderline.report.ts'
import { comparisonReport } from './comparison.report.ts'
import { distributionReport } from './distribution.report.ts'
import { linesReport } from './lines.report.ts'
import { overviewReport } from './overview.report.ts'
import type { ReportFacts } from './report.facts.ts'
import type { ReportKey } from './report-keys.ts'

type ReportDefinition = {
  make(facts: ReportFacts): Block[]
  /**
   * Which units it needs besides the chosen one, its single pupils, the lines of subjects, or how scores became
   * assigned.
   */
  needs: readonly ('below' | 'groups' | 'reference' | 'others' | 'combos' | 'pupils' | 'lines' | 'assigned')[]
  /** Which columns of the units below it reads: the chosen one, or those of all lines. */
  cols: 'all' | 'chosen' | 'lines'
  /** Whether the reader chooses a subject. */
  bySubject: boolean
}

/** All reports. A new one is an entry here, its key and its texts in `report-texts.ts`. */
export const reportDefinitions: Record<ReportKey, ReportDefinition> = {
  overview: { make: overviewReport, needs: ['reference'], cols: 'all', bySubject: false },
  comparison: {
    make: comparisonReport,
    needs: ['below', 'groups', 'reference', 'others'],
    cols: 'chosen',
    bySubject: true,
  },
  distribution: { make: distributionReport, needs: ['below', 'groups', 'lines'], cols: 'chosen', bySubject: true },
  lines: { make: linesReport, needs: ['below', 'groups', 'lines'], cols: 'lines', bySubject: true },
  borderline: { make: borderlineReport, needs: ['pupils', 'lines'], cols: 'chosen', bySubject: false },
  assigned: { make: assignedReport, needs: ['combos', 'assigned'], cols: 'all', bySubject: true },
}

/** What every reader of a withheld cell is told, and of figures without corrections that wait. */
export function withheldNotes(blocks: readonly Block[], { floor, isHeld }: Pick<ReportFacts, 'floor' | 'isHeld'>) {
  const waits: Block[] = isHeld ? [{ kind: 'note', tone: 'fact', text: m.report_heldMarks({ floor }) }] : []
  return [...withheldNote(blocks, floor), ...waits]
}

function withheldNote(blocks: readonly Block[], floor: number): Block[] {
  const isWithheld = (block: Block) =>
    'table' in block && block.table.rows.some(({ cells }) => cells.some((cell) => cell === null))
  return blocks.some(isWithheld) ? [{ kind: 'note', tone: 'withheld', text: m.report_withheld({ floor }) }] : []
}
