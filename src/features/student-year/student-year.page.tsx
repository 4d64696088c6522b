import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { StudentYearRow } from './student-year.derived.server.ts'
import { yearErrors } from './student-year.rules.ts'
import { type StudentYearForm, studentYearDescription } from './student-year.schema.ts'

/** The typed client of the student year controller. */
const studentYears = crudClient<StudentYearRow, StudentYearForm>('student-year')

/** The list page of student years: level, year of entry, and today's grade. */
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
