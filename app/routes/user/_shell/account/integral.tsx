import { createFileRoute } from '@tanstack/react-router'
import { OwnLedger } from '../../../../member-ledger.tsx'
import { ownLedgerSearch } from '../../../../own-ledger-search.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/user/_shell/account/integral')({
  staticData: { title: 'pagesTitle_integral', node: 'account/integral' },
  validateSearch: ownLedgerSearch,
  ...pending,
  component: Page,
})

function Page() {
  return <OwnLedger kind="score" path="/user/account/integral" search={Route.useSearch()} />
}
