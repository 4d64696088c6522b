import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '#src/features/accounts/account.page.tsx'
import { firstRows } from '../../../../first-rows.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user-role/user')({
  ...listRoute('user'),
  loader: firstRows('user'),
  component: () => <AccountPage {...useListTab(Route)} />,
})
