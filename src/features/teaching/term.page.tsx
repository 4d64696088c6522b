import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { schoolYearText } from './term.name.ts'
import { type TermForm, type TermListRow, termDescription } from './term.schema.ts'

/** The typed client of the term controller. */
const terms = crudClient<TermListRow, TermForm>('term')

const cells = {
  schoolYear: ({ schoolYear }: TermListRow) => <span className="tabular">{schoolYearText(schoolYear)}</span>,
}

/** The list page of terms: which days they have, and which is the current one. */
export function TermPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={terms}
      description={termDescription}
      cells={cells}
      emptyHint={m.term_emptyHint()}
    />
  )
}
