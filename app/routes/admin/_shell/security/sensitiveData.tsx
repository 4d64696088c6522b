import { createFileRoute } from '@tanstack/react-router'
import { SensitiveRulePage } from '#src/features/security/sensitive-rule.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/security/sensitiveData')({
  ...listRoute('sensitive-data'),
  component: () => <SensitiveRulePage {...useListTab(Route)} />,
})
