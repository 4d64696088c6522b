import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { candidateDescription } from './candidate.schema.ts'
import { candidates } from './exam.queries.ts'

/** The list page of the candidates of all exams. */
export function CandidatePage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={candidates}
      description={candidateDescription}
      emptyHint={m.candidate_emptyHint()}
    />
  )
}
