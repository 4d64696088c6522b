import { useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useStable } from '../use-stable.ts'
import { type BulkAnswer, type BulkTarget, bulkDelete } from './bulk-calls.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { useBulk } from './use-bulk.ts'

type BulkDeleteDialogProps = {
  resource: string
  target: BulkTarget
  count: number
  onDone(answer: BulkAnswer): void
  onClose(): void
}

/** Says what deleting many rows would do, then does it: all of them or none. */
export function BulkDeleteDialog({ resource, target, count, onDone, onClose }: BulkDeleteDialogProps) {
  const bulk = useBulk((preview, idempotencyKey) => bulkDelete({ key: resource, target, preview, idempotencyKey }))
  const look = useStable(() => void bulk.look())
  useEffect(look, [look])
  const stopped = !bulk.preview || bulk.preview.refusedCount > 0
  const confirm = async () => {
    const answer = await bulk.apply()
    if (answer) onDone(answer)
  }
  return (
    <Dialog
      open
      onRequestClose={() => !bulk.busy && onClose()}
      title={m.bulk_deleteTitle({ count })}
      size="md"
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            variant="danger"
            loading={bulk.busy}
            aria-disabled={stopped || undefined}
            onClick={() => !stopped && void confirm()}
          >
            {m.crud_delete()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {bulk.error && (
          <Banner
            tone="danger"
            action={
              !bulk.preview && (
                <Button size="sm" onClick={look}>
                  {m.ui_retry()}
                </Button>
              )
            }
          >
            {bulk.error}
          </Banner>
        )}
        {bulk.preview ? (
          <BulkOutcome result={bulk.preview} changedLabel={m.bulk_deleted()} />
        ) : (
          bulk.busy && <SkeletonRows rows={2} />
        )}
      </div>
    </Dialog>
  )
}
