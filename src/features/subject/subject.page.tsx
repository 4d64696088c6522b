import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { subjects } from './subject.queries.ts'
import { subjectDescription } from './subject.schema.ts'
import type { SubjectRow } from './subject.table.server.ts'
import { SubjectName } from './subject-name.tsx'

/** The list page of subjects, in the order that reports use. */
export function SubjectPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={subjects}
      description={subjectDescription}
      cells={cells}
      emptyHint={m.subject_emptyHint()}
    />
  )
}

const cells = { name: (row: SubjectRow) => <SubjectName name={row.name} color={row.color} /> }
