import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { studentYears } from './student-year.queries.ts'
import { yearErrors } from './student-year.rules.ts'
import { studentYearDescription } from './student-year.schema.ts'

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
