import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { StudentYearRow } from './student-year.derived.server.ts'
import { yearErrors } from './student-year.rules.ts'
import { type StudentYearForm, studentYearDescription } from './student-year.schema.ts'

/** The calls of the student year controller, typed. */
export const studentYears = crudClient<StudentYearRow, StudentYearForm>('student-year')

/** Who entered which level in which year, and the grade they are in today. */
export function StudentYearPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={studentYears}
      description={studentYearDescription}
      check={yearErrors}
      emptyHint={m.studentYear_emptyHint()}
    />
  )
}
