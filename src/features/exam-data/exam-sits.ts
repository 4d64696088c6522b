import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'

/** The subjects that all candidates sit, and those that each combination adds. */
export type Sits = { everyone: number[]; combos: { name: string; subjectIds: number[] }[] }

/** Who sits which subject. Without a choice, everybody sits all of them. */
export function sitsOf({ subjects, choice, combinations }: SchemeContent): Sits {
  const chosen = (kind: string) => choice !== 'none' && (kind === 'first' || kind === 'second')
  return {
    everyone: subjects.filter(({ kind }) => !chosen(kind)).map(({ subjectId }) => subjectId),
    combos: choice === 'none' ? [] : combinations.map(({ name, subjectIds }) => ({ name, subjectIds })),
  }
}

/** A function that says whether a candidate with a combination sits a subject. */
export function sitsIn({ everyone, combos }: Sits): (combo: string, subjectId: number) => boolean {
  const all = new Set(everyone)
  const own = new Map(combos.map(({ name, subjectIds }) => [name, new Set(subjectIds)]))
  return (combo, subjectId) => all.has(subjectId) || own.get(combo)?.has(subjectId) === true
}
