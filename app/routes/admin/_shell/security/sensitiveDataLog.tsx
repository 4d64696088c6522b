import { createFileRoute } from '@tanstack/react-router'
import { SensitiveLogPage } from '#src/features/security/sensitive-log.page.tsx'
import { firstRows } from '../../../../first-rows.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/security/sensitiveDataLog')({
  ...listRoute('sensitive-data-log'),
  loader: firstRows('sensitive-data-log'),
  component: () => <SensitiveLogPage {...useListTab(Route)} />,
})
