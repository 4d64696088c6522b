import type { ExamPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import type { UnitFigures } from '#src/features/exam-engine/unit-figures.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'

/** What a run was computed with: the content of the scheme as the exam has it, and who counts. */
export type RunParams = { content: SchemeContent; policy: ExamPolicy }

/** What belongs to a whole run. */
export type RunFacts = {
  candidates: number
  columns: readonly {
    kind: 'raw' | 'assigned' | 'total'
    subject: number | null
    track: number | null
    fullMark: number
  }[]
}

/** The figures of a unit in a column, with its histogram by steps. */
export type StatFacts = UnitFigures & { histogram: readonly number[] }

/** Who sees what of a publication. */
export type PublicationAudience = {
  schools: boolean
  teachers: boolean
  families: 'none' | 'bands' | 'marks'
  ranks: boolean
}
