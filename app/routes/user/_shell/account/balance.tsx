import { createFileRoute } from '@tanstack/react-router'
import { OwnLedger } from '../../../../member-ledger.tsx'
import { ownLedgerSearch } from '../../../../own-ledger-search.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/user/_shell/account/balance')({
  staticData: { title: 'pagesTitle_balance', node: 'account/balance' },
  validateSearch: ownLedgerSearch,
  ...pending,
  component: Page,
})

function Page() {
  return <OwnLedger kind="money" path="/user/account/balance" search={Route.useSearch()} />
}
