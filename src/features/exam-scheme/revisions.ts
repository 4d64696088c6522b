import { queryOptions } from '@tanstack/react-query'
import { RelationLabels } from '#src/crud/form/relation-labels.ts'
import { type FormValues, valuesOf } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import { examSchemes } from './exam-scheme.queries.ts'
import type { examSchemeEndpoints } from './revisions.api.server.ts'
import { contentFields } from './scheme-changes.ts'

/** A scheme as it was published. */
export type Revision = AnswerOf<typeof examSchemeEndpoints.revisions>['list'][number]

export type Published = { revisions: Revision[]; labels: Labels }

/** The query for the revisions of a scheme, the last first, with the labels of their levels and subjects. */
export function revisionsQuery(id: number) {
  return queryOptions({
    queryKey: [examSchemes.key, 'revisions', id],
    queryFn: async ({ signal }): Promise<Published> => {
      const { list: revisions } = await examSchemes.revisions({ id }, signal)
      return { revisions, labels: await labelsOf(revisions, signal) }
    },
    staleTime: 0,
  })
}

/** Loads the labels of levels and subjects. Revisions may contain others than the scheme has now. */
async function labelsOf(revisions: readonly Revision[], signal: AbortSignal): Promise<Labels> {
  const contents = revisions.map((one) => one.content)
  const levels = [...new Set(contents.map((one) => one.levelId))]
  const subjects = [...new Set(contents.flatMap((one) => one.subjects.map((subject) => subject.subjectId)))]
  if (revisions.length === 0) return {}
  const [ofLevels, ofSubjects] = await Promise.all([
    examSchemes.choices('levelId').names(levels, signal),
    examSchemes.choices('subjects.subjectId').names(subjects, signal),
  ])
  const named = (options: typeof ofLevels) => Object.fromEntries(options.map((one) => [one.value, one.label]))
  return {
    levelId: named(ofLevels),
    'subjects.subjectId': named(ofSubjects),
    'combinations.subjectIds': named(ofSubjects),
    'lines.subjectId': named(ofSubjects),
  }
}

/** The published fields of a scheme or of a revision, as form values. */
export function contentOf(scheme: object): FormValues {
  return valuesOf({ fields: contentFields }, scheme)
}

/** Merges labels from several sources. */
export function allLabels(...many: readonly (Labels | undefined)[]): Labels {
  const book = new RelationLabels()
  for (const labels of many) if (labels) book.merge(labels)
  return book.all
}
