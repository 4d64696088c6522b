import { createFileRoute } from '@tanstack/react-router'
import { RecycleLogPage } from '#src/features/security/recycle-log.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/security/dataRecycleLog')({
  ...listRoute('data-recycle-log'),
  component: () => <RecycleLogPage {...useListTab(Route)} />,
})
