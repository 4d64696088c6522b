import { createFileRoute } from '@tanstack/react-router'
import { EducateLevelPage } from '#src/features/educate-level/educate-level.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/educate-level')({
  ...listRoute('educate-level'),
  component: () => <EducateLevelPage {...useListTab(Route)} />,
})
