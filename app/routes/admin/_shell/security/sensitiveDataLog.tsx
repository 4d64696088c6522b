import { createFileRoute } from '@tanstack/react-router'
import { SensitiveLogPage } from '#src/features/security/sensitive-log.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/security/sensitiveDataLog')({
  ...listRoute('sensitive-data-log'),
  component: () => <SensitiveLogPage {...useListTab(Route)} />,
})
