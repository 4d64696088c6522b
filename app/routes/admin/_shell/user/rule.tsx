import { createFileRoute } from '@tanstack/react-router'
import { MemberRulePage } from '#src/features/member-rights/member-rule.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user/rule')({
  ...listRoute('member-rule'),
  component: () => <MemberRulePage {...useListTab(Route)} />,
})
