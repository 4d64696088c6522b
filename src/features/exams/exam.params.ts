import type { ExamPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'

/** The parts of a scheme that an exam may set for itself. */
export const ownParts = ['assign', 'assignBands', 'assignFlat', 'assignZero', 'bands', 'lines'] as const

/** The parameters of an exam that differ from its scheme and from the usual policy. */
export type ExamParams = { policy: ExamPolicy } & Pick<SchemeContent, (typeof ownParts)[number]>
