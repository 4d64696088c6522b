import type { AssignOutcome } from '#src/features/exam-engine/assign.ts'
import type { CutLine } from '#src/features/exam-engine/params.ts'
import type { ExamPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import type { UnitFigures } from '#src/features/exam-engine/unit-figures.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'

// What a run stores as JSON. Marks are hundredths. Subjects are named by their ids, columns and lines by their places.

/** What a run was computed with: the content of the scheme as the exam has it, and who counts. */
export type RunParams = { content: SchemeContent; policy: ExamPolicy }

/** A column of marks, in the order of `ExamResult.columns`. */
export type RunColumn = {
  kind: 'raw' | 'assigned' | 'total'
  /** The id of the subject; null for a total. */
  subject: number | null
  /** The id of the first-choice subject whose candidates alone the total is for; null for all. */
  track: number | null
  fullMark: number
  /** Whether the column goes into the total: the assigned scores of a subject where it has them. */
  counts: boolean
  /** How many of all have each mark (一分一段): the marks that occur, best first. */
  steps: { marks: readonly number[]; counts: readonly number[] }
}

/** The outcome of assigning in one subject. */
export type RunAssigned = AssignOutcome & { subject: number }

/** A cut line of a total. */
export type RunLine = {
  name: string
  by: CutLine['by']
  /** Hundredths of a mark, a place, or hundredths of a percent. */
  value: number
  /** The id of the first-choice subject whose candidates the line is for; null for all. */
  track: number | null
  /** The column of the totals that are compared. */
  column: number
  /** The lowest total that passes; null when nobody has one. */
  mark: number | null
  /** The lines of the subjects by the effective-score method; empty unless the line asks for them. */
  subjects: readonly {
    subject: number
    column: number
    /** c = T0 / P1. */
    factor: number | null
    line: number | null
  }[]
}

/** What belongs to a whole run. */
export type RunFacts = {
  candidates: number
  /** The levels of units, from the whole to the class. The ranks of a result have an entry for each. */
  levels: readonly ('all' | 'district' | 'school' | 'class')[]
  columns: readonly RunColumn[]
  /** Only the subjects that have assigned scores. */
  assigned: readonly RunAssigned[]
  lines: readonly RunLine[]
}

/** The double line of a unit in one subject, under one line of the run. */
export type StatDouble = { line: number; both: number; totalOnly: number; subjectOnly: number; neither: number }

/** The figures of a unit in a column. Divided numbers have twelve significant digits. */
export type StatFacts = UnitFigures & {
  /** By steps of equal width from zero up (`policy.steps`). Empty steps at the end are left out. */
  histogram: readonly number[]
  /** Of a total: who passes each line of this column. Not there without lines. */
  passers?: readonly { line: number; count: number }[]
  /** Of a subject that counts: its double lines. Not there without lines. */
  double?: readonly StatDouble[]
}

/** What a unit of a run may be. */
export const runUnitKinds = ['all', 'district', 'school', 'class', 'group', 'combo'] as const
export type RunUnitKind = (typeof runUnitKinds)[number]

/** Who sees what of a publication. */
export type PublicationAudience = {
  schools: boolean
  teachers: boolean
  families: 'none' | 'bands' | 'marks'
  ranks: boolean
  /** For so many days families can ask for a check of a paper. Earlier publications do not say it: `CHECK_DAYS`. */
  checkDays?: number | undefined
}

/** For how many days families can ask for a check, unless a publication says it. */
export const CHECK_DAYS = 7
/** The most days that a publication can say. */
export const MOST_CHECK_DAYS = 60
