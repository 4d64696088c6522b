import { createFileRoute } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { ExamSchemePage } from '#src/features/exam-scheme/exam-scheme.page.tsx'
import { examSchemes } from '#src/features/exam-scheme/exam-scheme.queries.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/exam-scheme')({
  ...listRoute('baseInfo/exam-scheme/index', 'pagesTitle_examScheme'),
  loader: (route) => loadList(route, examSchemes),
  component: Page,
})

function Page() {
  return <ExamSchemePage {...useListTab(Route)} />
}
