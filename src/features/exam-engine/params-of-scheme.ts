import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { totalMark } from '#src/features/exam-scheme/total-mark.ts'
import type { CutLine, Params } from './params.ts'

/** What a scheme does not say: who counts, and how figures are shown. */
export type ExamPolicy = Pick<Params, 'zeroFor' | 'deviation' | 'ratesOf' | 'steps'>

/** Absences and cheating do not count; deviations divide by n - 1; rates are of those who count; ten-mark steps. */
export const defaultPolicy: ExamPolicy = {
  zeroFor: { absent: false, cheat: false },
  deviation: 'sample',
  ratesOf: 'takers',
  steps: { subject: 1000, total: 1000 },
}

/** The parameters of an exam by its scheme: marks become hundredths, ids become indexes. */
export function paramsOfScheme(content: SchemeContent, policy: ExamPolicy): Params {
  const indexOf = (id: number) => content.subjects.findIndex(({ subjectId }) => subjectId === id)
  const choice = content.choice !== 'none'
  return {
    subjects: content.subjects.map(({ subjectId, kind, fullMark, counts, assigned }) => ({
      id: subjectId,
      fullMark: hundredths(fullMark),
      counts: counts === 1,
      assigned: content.assign === 'bands' && assigned === 1,
      chosen: choice && (kind === 'first' || kind === 'second'),
    })),
    combos: choice ? content.combinations.map(({ subjectIds }) => subjectIds.map(indexOf)) : [],
    tracks: choice ? content.subjects.flatMap(({ kind }, at) => (kind === 'first' ? [at] : [])) : [],
    fullTotal: hundredths(totalMark(content)),
    zeroFor: policy.zeroFor,
    deviation: policy.deviation,
    ratesOf: policy.ratesOf,
    steps: policy.steps,
    assign:
      content.assign === 'bands'
        ? {
            bands: content.assignBands.map(({ percent, high, low }) => ({ percent, high, low })),
            flat: content.assignFlat,
            zero: content.assignZero,
          }
        : null,
    bands: content.bands.map(({ side, percent }) => ({ side, percent })),
    lines: content.lines.map(
      ({ by, value, subjectId, effective }): CutLine => ({
        by,
        value: by === 'place' ? value : hundredths(value),
        track: subjectId === null ? null : indexOf(subjectId),
        effective: effective === 1,
      }),
    ),
  }
}

const hundredths = (value: number) => Math.round(value * 100)
