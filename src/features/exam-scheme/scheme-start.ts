import type { SubjectRow } from '#src/features/subject/subject.table.server.ts'
import { allCombinations, combinationName } from './combinations.ts'
import { rowsOf, schemeIds, type Values } from './scheme-values.ts'

type Subject = Pick<SubjectRow, 'id' | 'type' | 'fullMark' | 'levelIds' | 'status'>

/** The initial row of a subject in a scheme: its usual full mark, and its usual kind if candidates choose. */
export function subjectRow({ id, type, fullMark }: Pick<Subject, 'id' | 'type' | 'fullMark'>, values: Values) {
  const optional = type === 'first' || type === 'second'
  const kind = optional && (values.choice ?? 'none') === 'none' ? 'required' : type
  return { subjectId: id, kind, fullMark, counts: kind === 'school' ? 0 : 1, assigned: 0 }
}

/** The active subjects of the scheme's level that the scheme does not have yet, without subjects of type `school`. */
export function subjectsToAdd<T extends Subject>(values: Values, known: readonly T[]): T[] {
  const level = values.levelId
  const there = new Set(rowsOf(values.subjects).map((row) => row.subjectId))
  return known.filter(
    ({ id, levelIds, status, type }) =>
      status === 1 && type !== 'school' && typeof level === 'number' && levelIds.includes(level) && !there.has(id),
  )
}

/** The combinations that the scheme's `choice` allows and that the scheme does not have yet. */
export function combinationsToAdd(values: Values, nameOf: (id: number) => string) {
  const asSet = (list: readonly number[]) => [...list].sort((one, other) => one - other).join(' ')
  const there = new Set(rowsOf(values.combinations).map((row) => asSet(schemeIds(row.subjectIds))))
  return allCombinations(values)
    .filter((subjectIds) => !there.has(asSet(subjectIds)))
    .map((subjectIds) => ({ name: combinationName(subjectIds.map(nameOf)), subjectIds }))
}
