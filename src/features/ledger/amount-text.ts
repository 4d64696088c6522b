import { formatCount } from '#src/lib/count.ts'
import { formatCents } from '#src/lib/money.ts'
import type { LedgerKind } from './ledger.schema.ts'

/** An amount of a ledger as users read it. */
export function amountText(kind: LedgerKind, amount: number): string {
  return kind === 'money' ? formatCents(amount) : formatCount(amount)
}
