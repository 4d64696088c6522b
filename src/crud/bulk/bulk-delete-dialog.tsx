import { useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type BulkReply, type BulkTarget, sendBulkDelete } from './bulk-calls.ts'
import { BulkApply, BulkFrame } from './bulk-frame.tsx'
import { useBulk } from './use-bulk.ts'

type BulkDeleteDialogProps = {
  resource: string
  target: BulkTarget
  count: number
  onDone(answer: BulkReply): void
  onClose(): void
}

/** Shows what deleting many rows would do, then deletes all of them or none. */
export function BulkDeleteDialog({ resource, target, count, onDone, onClose }: BulkDeleteDialogProps) {
  const bulk = useBulk((preview, idempotencyKey) => sendBulkDelete({ key: resource, target, preview, idempotencyKey }))
  const look = useStable(() => void bulk.look())
  useEffect(look, [look])
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
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <BulkApply bulk={bulk} onDone={onDone} variant="danger">
            {m.crud_delete()}
          </BulkApply>
        </>
      }
    >
      {!bulk.preview && bulk.busy && <SkeletonRows rows={2} />}
    </BulkFrame>
  )
}
