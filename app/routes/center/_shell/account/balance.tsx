import { createFileRoute } from '@tanstack/react-router'
import { ownSearch } from '#src/features/ledger/own-ledger.schema.ts'
import { OwnLedger } from '../../../../member-ledger.tsx'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/center/_shell/account/balance')({
  staticData: { title: 'pagesTitle_balance', node: 'account/balance' },
  validateSearch: ownSearch,
  ...pending,
  component: Page,
})

function Page() {
  return <OwnLedger kind="money" path="/center/account/balance" search={Route.useSearch()} />
}
