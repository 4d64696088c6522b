import { createFileRoute } from '@tanstack/react-router'
import { MemberGroupPage } from '#src/features/member-rights/member-group.page.tsx'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user/group')({
  ...listRoute('member-group'),
  component: () => <MemberGroupPage {...useListTab(Route)} />,
})
