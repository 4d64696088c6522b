import { createFileRoute } from '@tanstack/react-router'
import { GuardianPage } from '#src/features/family/guardian.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/baseInfo/guardian')({
  ...listRoute('guardian'),
  component: () => <GuardianPage {...useListTab(Route)} />,
})
