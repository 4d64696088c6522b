import { createFileRoute } from '@tanstack/react-router'
import { MoneyLogPage } from '#src/features/ledger/ledger.page.tsx'
import { ledgerSearch } from '#src/features/ledger/ledger-search.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user/moneyLog')({
  ...listRoute('money-log'),
  validateSearch: ledgerSearch,
  component: () => <MoneyLogPage {...useListTab(Route)} />,
})
