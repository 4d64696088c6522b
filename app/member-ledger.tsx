import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { LedgerKind } from '#src/features/ledger/ledger.schema.ts'
import { OwnLedgerPage } from '#src/features/ledger/own-ledger.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import type { LedgerAddress } from './own-ledger-search.ts'

type LedgerProps = {
  kind: LedgerKind
  path: `/${'user' | 'center'}/account/${'balance' | 'integral'}`
  search: LedgerAddress
}

/** Balance or points, in both views of the member center. */
export function OwnLedger({ kind, path, search }: LedgerProps) {
  const navigate = useNavigate()
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <OwnLedgerPage
      kind={kind}
      address={search}
      onSearch={(next) => void navigate({ to: path, search: next })}
      timeZone={timeZone}
    />
  )
}
