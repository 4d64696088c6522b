import { createFileRoute } from '@tanstack/react-router'
import { SensitiveRulePage } from '#src/features/security/sensitive-rule.page.tsx'
import { firstRows } from '../../../../first-rows.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/security/sensitiveData')({
  ...listRoute('sensitive-data'),
  loader: firstRows('sensitive-data'),
  component: () => <SensitiveRulePage {...useListTab(Route)} />,
})
