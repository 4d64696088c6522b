import { m } from '#src/i18n/paraglide/messages.js'
import { Tag } from '#src/ui/tag.tsx'
import { amountText } from './amount-text.ts'
import type { LedgerKind, LedgerRow } from './ledger.schema.ts'
import { Signed } from './signed.tsx'

/** The cells of a ledger: what came in and what went out differ by sign and colour. */
export function ledgerCells(kind: LedgerKind) {
  return {
    amount: ({ amount }: LedgerRow) => <Signed kind={kind} amount={amount} />,
    after: ({ after }: LedgerRow) => <span className="tabular">{amountText(kind, after)}</span>,
    before: ({ before }: LedgerRow) => <span className="tabular text-muted">{amountText(kind, before)}</span>,
    memo: ({ memo, reverses, reversedBy }: LedgerRow) => (
      <span className="flex min-w-0 items-center gap-2" title={memo}>
        <span className="truncate">{memo}</span>
        {reversedBy !== null && <Tag>{m.ledger_isReversed()}</Tag>}
        {reverses !== null && <Tag>{m.ledger_isReversal()}</Tag>}
      </span>
    ),
    reverses: ({ reverses }: LedgerRow) => <EntryNumber id={reverses} />,
    reversedBy: ({ reversedBy }: LedgerRow) => <EntryNumber id={reversedBy} />,
  }
}

function EntryNumber({ id }: { id: number | null }) {
  return id === null ? <span className="text-muted">–</span> : <span className="tabular">#{id}</span>
}
