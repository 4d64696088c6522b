import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { amountText } from './amount-text.ts'
import type { LedgerKind } from './ledger.schema.ts'
import type { OwnEntry } from './own-ledger.schema.ts'
import { Signed } from './signed.tsx'

type OwnEntriesProps = { kind: LedgerKind; entries: readonly Omit<OwnEntry, 'seq'>[]; timeZone: string }

const line = 'sm:grid sm:grid-cols-[1fr_8rem_8rem_10.5rem] sm:gap-4 sm:px-5'

/** The own entries: lines of a table where the window is wide enough, else a card each. */
export function OwnEntries({ kind, entries, timeZone }: OwnEntriesProps) {
  return (
    <>
      <div
        aria-hidden
        className={`${line} hidden border-b border-line bg-sunken py-2 text-sm font-medium text-muted *:not-first:text-right`}
      >
        <span>{m.ownLedger_memo()}</span>
        <span>{m.ownLedger_amount()}</span>
        <span>{m.ownLedger_after()}</span>
        <span>{m.ownLedger_time()}</span>
      </div>
      <ul className="max-sm:flex max-sm:flex-col max-sm:gap-3 max-sm:p-3">
        {entries.map(({ id, memo, amount, after, createTime }) => (
          <li
            key={id}
            className={`${line} items-baseline border-line max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4 max-sm:gap-y-1 max-sm:rounded-lg max-sm:border max-sm:p-3 sm:py-2.5 sm:not-last:border-b`}
          >
            <span className="min-w-0 wrap-anywhere max-sm:flex-1 max-sm:basis-40">{memo}</span>
            <span className="text-right font-medium">
              <span className="sr-only">{m.ownLedger_amount()} </span>
              <Signed kind={kind} amount={amount} />
            </span>
            <span className="tabular text-right max-sm:basis-full max-sm:text-left">
              <span className="text-muted sm:sr-only">{m.ownLedger_after()} </span>
              {amountText(kind, after)}
            </span>
            <time
              dateTime={createTime}
              className="tabular text-right text-sm text-muted max-sm:basis-full max-sm:text-left"
            >
              {formatInstant(createTime, timeZone)}
            </time>
          </li>
        ))}
      </ul>
    </>
  )
}
