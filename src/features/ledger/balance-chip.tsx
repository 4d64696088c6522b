import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { Tag } from '#src/ui/tag.tsx'
import { amountText } from './amount-text.ts'
import { balanceQuery, type LedgerCalls } from './ledger.queries.ts'
import type { LedgerKind } from './ledger.schema.ts'

/** What the member has now whose entries the list shows. */
export function BalanceChip({ kind, calls, accountId }: { kind: LedgerKind; calls: LedgerCalls; accountId: number }) {
  const { data } = useQuery(balanceQuery(calls, accountId))
  if (!data) return null
  const { nickname, username, balance } = data
  const name = nickname || username
  return <Tag tone="accent">{m.ledger_chip({ name, balance: amountText(kind, balance) })}</Tag>
}
