import { createFileRoute } from '@tanstack/react-router'
import { RulePage } from '#src/features/rules/rule.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user-role/rule')({
  ...listRoute('rule'),
  component: () => <RulePage {...useListTab(Route)} />,
})
