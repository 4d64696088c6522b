import { m } from '#src/i18n/paraglide/messages.js'
import type { Block, BlockRow } from './blocks.ts'
import type { PupilFacts, PupilRow } from './pupil.facts.ts'
import { columnKey } from './report.facts.ts'

// The raw mark says what was lost on a paper. An assigned score says where the pupil stands among all takers: its
// distance to the highest score is no loss of points.

/**
 * Where the pupil has lost points: by paper, the full mark minus the raw mark, and its share of all that was lost.
 * Nothing for a reader who sees bands only.
 */
export function lostPoints(facts: PupilFacts): Block[] {
  if (facts.level !== 'marks') return []
  const papers = facts.rows.filter(({ column }) => column.kind === 'raw')
  const marked = papers.flatMap((row) => (isTaken(row) ? [lossOf(facts, row, row.mark)] : []))
  if (marked.length === 0) return []
  const title = m.lost_title()
  const note = [m.lost_note(), ...assignedNote(facts), ...missingNote(facts, papers)].join(' ')
  const all = marked.reduce((sum, { lost }) => sum + lost, 0)
  const columns = [
    { key: 'subject', label: m.report_subject() },
    { key: 'full', label: m.report_fullMark(), number: {} },
    { key: 'mark', label: m.lost_mark(), number: {} },
    { key: 'lost', label: m.lost_points(), number: {} },
    { key: 'share', label: m.lost_share(), number: { style: 'percent', digits: 0 } as const },
  ]
  const rows = [...marked, ...(marked.length > 1 ? [sumOf(marked)] : [])].map(
    ({ key, name, full, mark, lost, own }): BlockRow => ({
      key,
      own,
      cells: [name, full / 100, mark / 100, lost / 100, all > 0 ? lost / all : ''],
    }),
  )
  return [
    {
      kind: 'figure',
      title,
      note,
      chart: {
        kind: 'bars',
        axis: m.lost_axis(),
        heading: m.lost_points(),
        rows: marked.map(({ key, name, lost }) => ({ key, name, value: lost / 100 })),
      },
      table: { columns, rows },
    },
  ]
}

const isTaken = (row: PupilRow): row is PupilRow & { mark: number } => typeof row.mark === 'number' && !row.notTaken

/** Marks are hundredths. */
type Loss = { key: string; name: string; full: number; mark: number; lost: number; own?: true }

function lossOf({ subjects }: PupilFacts, { column }: PupilRow, mark: number): Loss {
  const { fullMark: full, subject } = column
  return { key: columnKey(column), name: nameOf(subjects, subject), full, mark, lost: full - mark }
}

const nameOf = (subjects: PupilFacts['subjects'], subject: number | null) =>
  (subject === null ? undefined : subjects.get(subject)) ?? ''

function sumOf(losses: readonly Loss[]): Loss {
  const sum = (value: (loss: Loss) => number) => losses.reduce((total, loss) => total + value(loss), 0)
  return {
    key: 'all',
    name: m.lost_together(),
    full: sum(({ full }) => full),
    mark: sum(({ mark }) => mark),
    lost: sum(({ lost }) => lost),
    own: true,
  }
}

/** Says that assigned scores are no part of it, on sheets that have some. */
function assignedNote({ rows }: PupilFacts): string[] {
  return rows.some(({ column }) => column.kind === 'assigned') ? [m.lost_assigned()] : []
}

/** Names the papers that have no mark of their own. */
function missingNote({ subjects }: PupilFacts, papers: readonly PupilRow[]): string[] {
  const missing = papers.flatMap((row) => (isTaken(row) ? [] : [nameOf(subjects, row.column.subject)]))
  return missing.length > 0 ? [m.lost_missing({ subjects: missing.join(m.crud_listSeparator()) })] : []
}
