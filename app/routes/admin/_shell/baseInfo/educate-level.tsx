import { createFileRoute } from '@tanstack/react-router'
import { loadList } from '#src/crud/list/load-list.ts'
import { EducateLevelPage, educateLevels } from '#src/features/educate-level/educate-level.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/educate-level')({
  ...listRoute('baseInfo/educate-level/index', 'pagesTitle_educateLevel'),
  loader: (route) => loadList(route, educateLevels),
  component: Page,
})

function Page() {
  return <EducateLevelPage {...useListTab(Route)} />
}
