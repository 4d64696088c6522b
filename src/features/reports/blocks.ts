import type { ChartNumber } from '#src/ui/charts/number-text.ts'

// A report is a list of blocks, as JSON. Screen, paper and workbook show the same ones. Texts are in the language of
// the request; numbers are numbers, with the decimals that they deserve.

/** A cell of a table. `null` is withheld; an empty text stands where there is nothing. */
export type BlockCell = string | number | null

export type BlockColumn = { key: string; label: string; number?: Pick<ChartNumber, 'style' | 'digits'> | undefined }

export type BlockRow = {
  key: string
  cells: BlockCell[]
  /** The unit that the row is about, when the reader may open it. */
  unit?: string | undefined
  own?: boolean | undefined
  /** Few pupils: rates have no decimals. */
  few?: boolean | undefined
}

export type BlockTable = { columns: BlockColumn[]; rows: BlockRow[] }

/** A row of a chart. Without a value there is no data; `null` is withheld. */
type ValueRow<T> = { key: string; name: string; value?: T | null | undefined; own?: boolean; unit?: string | undefined }

type Five = { min: number; q1: number; median: number; q3: number; max: number; mean: number }
type Interval = { value: number; low: number; high: number }
type Four = { totalOnly: number; both: number; subjectOnly: number; neither: number }
type Line = { value: number; label: string }

/** What a figure draws. Fields as in the components of `src/ui/charts`. */
export type BlockChart =
  | { kind: 'bands'; bands: string[]; counted: string; rows: ValueRow<number[]>[] }
  | { kind: 'bars'; axis: string; heading: string; rows: ValueRow<number>[] }
  | { kind: 'boxes'; axis: string; rows: ValueRow<Five>[] }
  | { kind: 'dots'; axis: string; heading: string; digits: number; rows: ValueRow<Interval>[]; reference?: Line }
  | {
      kind: 'histogram'
      axis: string
      counted: string
      bins: { from: number; to: number; count: number | null }[]
      lines: Line[]
    }
  | { kind: 'double'; rows: ValueRow<Four>[] }
  | {
      kind: 'curve'
      axis: string
      assignedAxis: string
      points: { raw: number; assigned: number }[]
      grades: { label: string; from: number; to: number }[]
    }
  | { kind: 'strip'; axis: string; dots: { key: string; name: string; value: number }[]; line: Line; near?: number }
  /** Shares of the full mark over exams, the earliest first. An empty text is no value. */
  | { kind: 'trend'; axis: string; periods: string[]; series: { key: string; name: string; values: (number | '')[] }[] }

/** A part of a report. A note of the tone `advice` says what to look at. A remark is what a
 * person has written. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'note'; tone: 'fact' | 'advice' | 'withheld'; text: string }
  | { kind: 'remark'; title: string; text: string; by: string }
  | { kind: 'table'; title: string; note?: string | undefined; table: BlockTable }
  | { kind: 'figure'; title: string; note?: string | undefined; chart: BlockChart; table: BlockTable }

/** A line of the footer: who counts, from which data. */
export type FootLine = { label: string; text: string }
