import { cx } from '#src/lib/cx.ts'
import { amountText } from './amount-text.ts'
import type { LedgerKind } from './ledger.schema.ts'

/** A change with its sign: `+12.00`. */
export function Signed({ kind, amount }: { kind: LedgerKind; amount: number }) {
  const text = amountText(kind, Math.abs(amount))
  return (
    <span className={cx('tabular', amount > 0 ? 'text-success-ink' : 'text-danger-ink')}>
      {amount > 0 ? `+${text}` : `−${text}`}
    </span>
  )
}
