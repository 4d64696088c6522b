import { useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type BulkReply, type BulkResult, type BulkTarget, sendBulkDelete } from './bulk-calls.ts'
import { BulkApply, BulkFrame } from './bulk-frame.tsx'
import { useBulk } from './use-bulk.ts'

type BulkDeleteDialogProps = {
  resource: string
  target: BulkTarget
  count: number
  onDone(answer: BulkReply): void
  onClose(): void
}

/** The first rows that go, by name, each with the number of those below it. */
function BulkGoing({ list = [], more = 0 }: Partial<NonNullable<BulkResult['going']>>) {
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

/** Shows what deleting many rows would do, then deletes all of them or none. */
export function BulkDeleteDialog({ resource, target, count, onDone, onClose }: BulkDeleteDialogProps) {
  const bulk = useBulk((preview, idempotencyKey) => sendBulkDelete({ key: resource, target, preview, idempotencyKey }))
  const look = useStable(() => void bulk.look())
  useEffect(look, [look])
  // Nothing to confirm: as long as one of the rows is used, none is deleted.
  const stopped = bulk.preview !== undefined && bulk.preview.refusedCount > 0
  return (
    <BulkFrame
      bulk={bulk}
      onClose={onClose}
      title={m.bulk_deleteTitle({ count: formatCount(count) })}
      changedLabel={m.bulk_deleted()}
      refusedText={m.bulk_refusedDelete}
      onRetry={look}
      footer={
        <>
          <Button onClick={onClose}>{stopped ? m.ui_close() : m.ui_cancel()}</Button>
          {!stopped && (
            <BulkApply bulk={bulk} onDone={onDone} variant="danger">
              {m.crud_delete()}
            </BulkApply>
          )}
        </>
      }
    >
      {!bulk.preview && bulk.busy && <SkeletonRows rows={2} />}
      {bulk.preview?.refusedCount === 0 && <BulkGoing {...bulk.preview.going} />}
    </BulkFrame>
  )
}
