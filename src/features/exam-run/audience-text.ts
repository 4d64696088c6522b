import { m } from '#src/i18n/paraglide/messages.js'
import type { AudienceView } from './exam-run.queries.ts'

/** What families see, as the dialog offers it. */
export const familyLabels = {
  none: m.examRun_families_none,
  bands: m.examRun_families_bands,
  marks: m.examRun_families_marks,
} as const

/** Who sees a publication, in one line. */
export function audienceText({ schools, teachers, families, ranks }: AudienceView): string {
  const parts = [
    ...(schools ? [m.examRun_schools()] : []),
    ...(teachers ? [m.examRun_teachers()] : []),
    ...(families === 'none' ? [] : [m.examRun_familiesSee({ what: familyLabels[families]() })]),
    ...(ranks ? [m.examRun_ranks()] : []),
  ]
  return parts.length > 0 ? parts.join(m.crud_listSeparator()) : m.examRun_nobody()
}
