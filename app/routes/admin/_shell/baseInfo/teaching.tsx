import { createFileRoute } from '@tanstack/react-router'
import { TeachingPage } from '#src/features/teaching/teaching.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/teaching')({
  ...listRoute('teaching'),
  component: () => <TeachingPage {...useListTab(Route)} />,
})
