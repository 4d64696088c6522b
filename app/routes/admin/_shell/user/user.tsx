import { type AnyRouter, createFileRoute, useRouter } from '@tanstack/react-router'
import { NO_VIEW } from '#src/crud/query/list-search.ts'
import { MemberPage } from '#src/features/members/member.page.tsx'
import { type MemberLedger, memberLedgers } from '#src/features/members/member-ledgers.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user/user')({
  ...listRoute('member'),
  component: Members,
})

function Members() {
  const router = useRouter<AnyRouter>()
  const openLedger = (ledger: MemberLedger, id: number) => {
    const filter = { field: 'accountId', operator: 'eq', val: id }
    void router.navigate({ to: `/admin/${memberLedgers[ledger].menu}`, search: { view: NO_VIEW, filter } })
  }
  return <MemberPage {...useListTab(Route)} onLedger={openLedger} />
}
