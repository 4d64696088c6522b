import { rateBandMarks } from '#src/features/exam-engine/rate-bands.ts'
import type { RunColumn, RunFacts, RunParams } from '#src/features/exam-run/run.facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { numberText } from '#src/ui/charts/number-text.ts'

// What the sheet of one pupil is made of, read within the rights of the reader: whatever is in here may be shown.

/** What a reader sees of a pupil: bands alone, or marks too. */
export type SheetLevel = 'bands' | 'marks'

/** What the pupil has in a column. */
export type PupilResult = {
  /** Hundredths; null where there is no mark. Undefined where the reader sees bands only. */
  mark: number | null | undefined
  /** The name of the band; empty without a mark, or without bands. */
  band: string
}

/** A column of the sheet. */
export type PupilRow = PupilResult & {
  column: RunColumn
  /** The paper was not written or was cancelled, and counts as zero. */
  notTaken?: boolean | undefined
  /** The quartiles of the class in hundredths; undefined where they are not shown. */
  quartiles?: readonly (number | null)[] | undefined
  /** The own ranks, by the levels of the sheet: null is withheld, an empty text is no rank. */
  ranks?: readonly (number | null | '')[] | undefined
}

/** An exam of the pupil in the history: the results by the stored names of columns. */
export type PupilExam = { key: string; name: string; day: string; level: SheetLevel; results: Map<string, PastResult> }

/** A result of an exam before: its share of the full mark, and its band. */
export type PastResult = { rate: number | null | undefined; band: string }

/** Among whom a rank is. */
export type RankLevel = Exclude<RunFacts['levels'][number], 'district'>

export type PupilFacts = {
  level: SheetLevel
  params: RunParams
  subjects: ReadonlyMap<number, string>
  rows: readonly PupilRow[]
  /** The class whose quartiles are shown; an empty text for none. */
  unit: string
  /** Among whom the pupil has ranks: none, unless a publication shows families their own. */
  rankedIn: readonly RankLevel[]
  /** The exams before this one and this one, the earliest first. */
  exams: readonly PupilExam[]
}

/**
 * The columns of a sheet: a total of those with the same first-choice subject is the total once more.
 * @param seen the columns that the reader sees
 */
export function sheetColumns(columns: readonly RunColumn[], seen: readonly number[]): number[] {
  return seen.filter((at) => columns[at]?.track === null)
}

/** The band of a mark: the grade of an assigned score, else the best band that the mark reaches. */
export function bandOf(mark: number | null, { kind, fullMark }: RunColumn, { content }: RunParams): string {
  if (mark === null) return ''
  if (kind === 'assigned') {
    return content.assignBands.find(({ high, low }) => mark >= low * 100 && mark <= high * 100)?.name ?? ''
  }
  const borders = rateBandMarks(content.bands, fullMark)
  const bands = content.bands.map((band, at) => ({ ...band, border: borders[at]?.mark ?? 0 }))
  const from = bands.filter(({ side }) => side === 'from').sort((one, other) => other.border - one.border)
  const below = bands.filter(({ side }) => side === 'below').sort((one, other) => one.border - other.border)
  const reached = from.find(({ border }) => mark >= border) ?? below.find(({ border }) => mark < border)
  if (reached) return reached.name
  const lowest = from.at(-1)
  if (lowest) return m.pupil_belowBand({ band: lowest.name })
  const highest = below.at(-1)
  return highest ? m.report_partFrom({ from: numberText(highest.percent) }) : ''
}
