import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { examSchemes } from './exam-scheme.queries.ts'
import { schemeErrors } from './exam-scheme.rules.ts'
import { examSchemeDescription } from './exam-scheme.schema.ts'

/** What exams are made of: a scheme each, and what was published of it. */
export function ExamSchemePage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={examSchemes}
      description={examSchemeDescription}
      check={schemeErrors}
      emptyHint={m.examScheme_emptyHint()}
    />
  )
}
