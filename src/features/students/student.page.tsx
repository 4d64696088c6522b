import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { students } from './student.queries.ts'
import { studentErrors } from './student.rules.ts'
import { studentDescription } from './student.schema.ts'

/** The list page of pupils: their place now, and the places before. */
export function StudentPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={students}
      description={studentDescription}
      check={studentErrors}
      emptyHint={m.student_emptyHint()}
    />
  )
}
