import { createFileRoute } from '@tanstack/react-router'
import { RecycleRulePage } from '#src/features/security/recycle-rule.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/security/dataRecycle')({
  ...listRoute('data-recycle'),
  component: () => <RecycleRulePage {...useListTab(Route)} />,
})
