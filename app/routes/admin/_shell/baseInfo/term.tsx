import { createFileRoute } from '@tanstack/react-router'
import { TermPage } from '#src/features/teaching/term.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/term')({
  ...listRoute('term'),
  component: () => <TermPage {...useListTab(Route)} />,
})
