import { createFileRoute } from '@tanstack/react-router'
import { ScoreLogPage } from '#src/features/ledger/ledger.page.tsx'
import { ledgerSearch } from '#src/features/ledger/ledger-search.ts'
import { listRoute, useListTab } from '../../../../list-route.ts'

export const Route = createFileRoute('/admin/_shell/user/scoreLog')({
  ...listRoute('score-log'),
  validateSearch: ledgerSearch,
  component: () => <ScoreLogPage {...useListTab(Route)} />,
})
