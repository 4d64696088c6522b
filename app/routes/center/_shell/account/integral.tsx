import { createFileRoute } from '@tanstack/react-router'
import { ledgerSearch } from '../../../../ledger-search.ts'
import { OwnLedger } from '../../../../member-ledger.tsx'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/center/_shell/account/integral')({
  staticData: { title: 'pagesTitle_integral', node: 'account/integral' },
  validateSearch: ledgerSearch,
  ...pending,
  component: Page,
})

function Page() {
  return <OwnLedger kind="score" path="/center/account/integral" search={Route.useSearch()} />
}
