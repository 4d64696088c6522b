import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { BulkReply, BulkTarget } from './bulk-calls.ts'
import { BulkApply, BulkFrame } from './bulk-frame.tsx'
import { BulkGoing, BulkStays } from './bulk-going.tsx'
import { useBulk } from './use-bulk.ts'

type BulkDeleteDialogProps = {
  target: BulkTarget
  count: number
  /** What goes with the rows. */
  note?: string
  send(target: BulkTarget, preview: boolean, idempotencyKey: string): Promise<BulkReply>
  /** Opens the page of a row that uses one of these. */
  onOpen(path: string): void
  /** Called when the user goes on with some of the rows only. */
  onOnly?(ids: readonly number[]): void
  onDone(answer: BulkReply): void
  onClose(): void
}

/**
 * Shows what deleting many rows would do, then deletes all of them or none. Rows that are used stop it: the dialog then
 * shows where, and offers to go on with the others.
 */
export function BulkDeleteDialog({ count, note, onOnly, onDone, onClose, ...props }: BulkDeleteDialogProps) {
  const close = useRef<HTMLButtonElement>(null)
  const [only, setOnly] = useState<number[]>()
  const target = only ? { ids: only, versions: {} } : props.target
  const bulk = useBulk((preview, idempotencyKey) => props.send(target, preview, idempotencyKey))
  const look = useStable(() => void bulk.look())
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows need another look
  useEffect(look, [look, only])
  const { preview } = bulk
  const stopped = preview !== undefined && preview.refusedCount > 0
  const { others = [] } = preview ?? {}
  const goOn = () => {
    bulk.back()
    setOnly(others)
    onOnly?.(others)
    // The button that had the focus goes.
    close.current?.focus()
  }
  const counts = { count: formatCount(only?.length ?? count) }
  return (
    <BulkFrame
      bulk={bulk}
      onClose={onClose}
      title={
        stopped
          ? m.bulk_cannotDelete({ count: formatCount(preview.refusedCount), total: formatCount(preview.matched) })
          : m.bulk_deleteTitle(counts)
      }
      onRetry={look}
      footer={
        <>
          <Button ref={close} onClick={onClose}>
            {stopped ? m.ui_close() : m.ui_cancel()}
          </Button>
          {!stopped && (
            <BulkApply bulk={bulk} onDone={onDone} variant="danger">
              {m.crud_delete()}
            </BulkApply>
          )}
          {stopped && others.length > 0 && (
            <Button onClick={goOn}>{m.bulk_goOnWith({ count: formatCount(others.length) })}</Button>
          )}
        </>
      }
    >
      {!preview && bulk.busy && <SkeletonRows rows={2} />}
      {stopped && (
        <>
          {preview.refused.some(({ uses }) => uses) && <p className="text-muted">{m.bulk_inUse()}</p>}
          <BulkStays {...preview} onOpen={props.onOpen} />
          {others.length > 0 && (
            <h3 className="mt-2 text-base font-medium">{m.bulk_others({ count: formatCount(others.length) })}</h3>
          )}
        </>
      )}
      {note && preview && !stopped && <p className="mb-2">{note}</p>}
      {preview && <BulkGoing {...preview.going} />}
    </BulkFrame>
  )
}
