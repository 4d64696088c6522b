import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Banner } from '#src/ui/banner.tsx'
import type { LedgerCalls } from './ledger.queries.ts'
import type { LedgerKind, LedgerRow } from './ledger.schema.ts'
import { Signed } from './signed.tsx'

type Batch = Awaited<ReturnType<LedgerCalls['reverse']>>['data']

/** What a reversal will do: the counter-entry of one entry, or the number and the sum of many. */
export function ReversalFacts({
  kind,
  row,
  batch,
}: {
  kind: LedgerKind
  row: LedgerRow
  batch?: Batch | null | undefined
}) {
  if (!batch)
    return (
      <p>
        {m.ledger_counterEntry({ name: row.nickname || row.username || '' })}{' '}
        <Signed kind={kind} amount={-row.amount} />
      </p>
    )
  const { count, sum, reversedCount, refused, refusedCount } = batch
  return (
    <div className="flex flex-col gap-2">
      <p>
        {m.ledger_counterEntries({ count })} <Signed kind={kind} amount={sum} />
      </p>
      {reversedCount > 0 && <p className="text-muted">{m.ledger_keptReversed({ count: reversedCount })}</p>}
      {refusedCount > 0 && (
        <Banner tone="warning">
          <p>{m.ledger_wouldRefuse({ count: refusedCount })}</p>
          <ul className="mt-1">
            {refused.slice(0, 5).map(({ id, title, msg }) => (
              <li key={id}>{m.ledger_refusedLine({ title, msg })}</li>
            ))}
          </ul>
          {refusedCount > 5 && <p>{m.error_undoMore({ count: formatCount(refusedCount - 5) })}</p>}
        </Banner>
      )}
    </div>
  )
}
