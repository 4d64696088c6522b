import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '#src/features/accounts/account.page.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user-role/user')({
  ...listRoute('user'),
  component: Accounts,
})

function Accounts() {
  const { boot } = useTabPage(Route).context
  return <AccountPage {...useListTab(Route)} me={boot.person.userId} />
}
