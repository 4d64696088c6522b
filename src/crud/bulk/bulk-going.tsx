import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { UsesList } from '../row/uses-list.tsx'
import type { BulkResult, RefusedRow } from './bulk-calls.ts'

/** The first rows that go, by name, each with the number of those below it. */
export function BulkGoing({ list = [], more = 0 }: Partial<NonNullable<BulkResult['going']>>) {
  if (list.length === 0) return null
  return (
    <ul aria-label={m.bulk_deleted()} className="rounded-md border border-line text-sm">
      {list.map(({ title, below }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name, and the list does not change
        <li key={at} className="flex flex-wrap gap-x-2 border-b border-line px-3 py-1.5 last:border-0">
          <span className="font-medium wrap-anywhere">{title}</span>
          {below > 0 && <span className="text-muted">{m.bulk_below({ count: formatCount(below) })}</span>}
        </li>
      ))}
      {more > 0 && <li className="px-3 py-1.5 text-muted">{m.bulk_andMore({ count: formatCount(more) })}</li>}
    </ul>
  )
}

type BulkStaysProps = Pick<BulkResult, 'refused' | 'refusedCount'> & { onOpen(path: string): void }

/** The rows that cannot be deleted: each with the rows that use it, as links, or with the rule that keeps it. */
export function BulkStays({ refused, refusedCount, onOpen }: BulkStaysProps) {
  const more = refusedCount - refused.length
  return (
    <ul aria-label={m.bulk_refused()} className="flex flex-col gap-4 text-sm">
      {refused.map((row) => (
        <li key={row.id} className="flex flex-col gap-1.5">
          <h3 className="text-base font-medium wrap-anywhere">{row.title || `#${row.id}`}</h3>
          <Reason row={row} onOpen={onOpen} />
        </li>
      ))}
      {more > 0 && <li className="text-muted">{m.bulk_andMore({ count: formatCount(more) })}</li>}
    </ul>
  )
}

function Reason({ row: { uses, msg }, onOpen }: { row: RefusedRow; onOpen(path: string): void }) {
  return uses ? <UsesList uses={uses} onOpen={onOpen} /> : <p className="text-muted">{msg}</p>
}
