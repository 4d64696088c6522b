import { createFileRoute } from '@tanstack/react-router'
import { ledgerSearch } from '../../../../ledger-search.ts'
import { OwnLedger } from '../../../../member-ledger.tsx'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/user/_shell/account/balance')({
  staticData: { title: 'pagesTitle_balance', node: 'account/balance' },
  validateSearch: ledgerSearch,
  ...pending,
  component: Page,
})

function Page() {
  return <OwnLedger kind="money" path="/user/account/balance" search={Route.useSearch()} />
}
