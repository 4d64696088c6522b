import { amountText } from './amount-text.ts'
import type { LedgerKind, LedgerRow } from './ledger.schema.ts'
import { Signed } from './signed.tsx'

/** The cells of a ledger: what came in and what went out differ by sign and colour. */
export function ledgerCells(kind: LedgerKind) {
  return {
    amount: ({ amount }: LedgerRow) => <Signed kind={kind} amount={amount} />,
    after: ({ after }: LedgerRow) => <span className="tabular">{amountText(kind, after)}</span>,
    before: ({ before }: LedgerRow) => <span className="tabular text-muted">{amountText(kind, before)}</span>,
    reverses: ({ reverses }: LedgerRow) => <EntryNumber id={reverses} />,
    reversedBy: ({ reversedBy }: LedgerRow) => <EntryNumber id={reversedBy} />,
  }
}

function EntryNumber({ id }: { id: number | null }) {
  return id === null ? <span className="text-muted">–</span> : <span className="tabular">#{id}</span>
}
