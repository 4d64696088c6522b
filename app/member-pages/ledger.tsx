import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { OwnLedgerPage } from '#src/features/ledger/own-ledger.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useMemberPage } from './use-member-page.ts'

/** The member's balance with its entries, in both views of the member center. */
export function MemberBalance() {
  const { area } = useMemberPage()
  return <OwnLedger kind="money" path={`/${area}/account/balance`} />
}

/** The member's points with their entries, in both views of the member center. */
export function MemberIntegral() {
  const { area } = useMemberPage()
  return <OwnLedger kind="score" path={`/${area}/account/integral`} />
}

type LedgerProps =
  | { kind: 'money'; path: `/${'user' | 'center'}/account/balance` }
  | { kind: 'score'; path: `/${'user' | 'center'}/account/integral` }

function OwnLedger({ kind, path }: LedgerProps) {
  const navigate = useNavigate()
  const { from, until, kind: entries, memo, page, limit } = useSearch({ strict: false })
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <OwnLedgerPage
      kind={kind}
      address={{ from, until, kind: entries, memo, page, limit }}
      onSearch={(next) => void navigate({ to: path, search: next })}
      timeZone={timeZone}
    />
  )
}
