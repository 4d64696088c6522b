import { createFileRoute } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { StudentYearPage, studentYears } from '#src/features/student-year/student-year.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/student-year')({
  ...listRoute('baseInfo/student-year/index', 'pagesTitle_studentYear'),
  loader: (route) => loadList(route, studentYears),
  component: Page,
})

function Page() {
  return <StudentYearPage {...useListTab(Route)} />
}
