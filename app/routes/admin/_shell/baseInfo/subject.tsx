import { createFileRoute } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { SubjectPage } from '#src/features/subject/subject.page.tsx'
import { subjects } from '#src/features/subject/subject.queries.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/subject')({
  ...listRoute('baseInfo/subject/index', 'pagesTitle_subject'),
  loader: (route) => loadList(route, subjects),
  component: Page,
})

function Page() {
  return <SubjectPage {...useListTab(Route)} />
}
