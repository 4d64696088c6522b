import { createFileRoute } from '@tanstack/react-router'
import { ProviderPage } from '#src/features/providers/provider.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/routine/provider')({
  ...listRoute('provider'),
  component: () => <ProviderPage {...useListTab(Route)} />,
})
