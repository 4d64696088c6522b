import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureOf, refusedText } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { offerUndo } from '#src/crud/calls/undo.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type RestoreOutcome, recycleLog } from './security.queries.ts'

type RestoreDialogProps = {
  ids: readonly number[]
  onChanged(): void
  onClose(): void
}

/** Says what a restoration would bring back and what stands in its way, restores, and says what was done. */
export function RestoreDialog({ ids, onChanged, onClose }: RestoreDialogProps) {
  const asked = { ids: [...ids] }
  const preview = useQuery({
    queryKey: [recycleLog.key, 'preview', ...ids],
    queryFn: async () => (await recycleLog.preview(asked, randomId())).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { done, pending, error, run } = useRestoring(onChanged, onClose)
  const shown = done ?? preview.data
  const count = preview.data?.restored ?? 0
  return (
    <Dialog
      open
      onRequestClose={() => !pending && onClose()}
      title={m.recycle_restoreTitle()}
      size="lg"
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {done ? m.ui_close() : m.ui_cancel()}
          </Button>
          {!done && count > 0 && (
            <Button variant="primary" loading={pending} onClick={() => void run(asked)}>
              {m.recycle_restoreMany({ count })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {error && <Banner tone="danger">{error}</Banner>}
        {preview.error ? (
          <FailureState error={preview.error} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />
        ) : !shown ? (
          <SkeletonRows rows={4} />
        ) : (
          <>
            <Banner tone={shown.refused > 0 ? 'warning' : done ? 'success' : 'info'}>
              {summary(shown, done !== undefined)}
            </Banner>
            <ul className="rounded-lg border border-line">
              {shown.list.map((one) => (
                <OutcomeLine key={one.id} outcome={one} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

type Result = { list: RestoreOutcome[]; restored: number; refused: number }

function summary({ restored, refused }: Result, done: boolean): string {
  if (done) return m.recycle_restoredSome({ count: String(restored), refused: String(refused) })
  if (refused === 0) return m.recycle_allCan({ count: restored })
  return restored === 0 ? m.recycle_noneCan() : m.recycle_someCan({ count: String(restored), refused: String(refused) })
}

function OutcomeLine({ outcome: { title, resource, state, notes } }: { outcome: RestoreOutcome }) {
  const fine = state === 'restored'
  return (
    <li className="flex items-start gap-2 border-line px-3 py-2 not-last:border-b">
      {fine ? (
        <CircleCheck aria-label={m.recycle_canCome()} size={16} className="mt-[3px] shrink-0 text-success-ink" />
      ) : (
        <CircleX aria-label={m.recycle_cannotCome()} size={16} className="mt-[3px] shrink-0 text-danger-ink" />
      )}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{title}</span> <span className="text-sm text-muted">{resource}</span>
        </p>
        {notes.map((note) => (
          <p key={note} className={fine ? 'text-sm text-muted' : 'text-sm text-danger-ink'}>
            {note}
          </p>
        ))}
      </div>
    </li>
  )
}

/** Restores once for several clicks. Where everything came back the dialog closes, else it says what has not. */
function useRestoring(onChanged: () => void, onClose: () => void) {
  const [key] = useState(() => new IdempotencyKey())
  const [done, setDone] = useState<Result>()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  // A ref, because state updates too late for the second of two clicks.
  const running = useRef(false)
  const run = async (asked: { ids: number[] }) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setError(undefined)
    try {
      const { data, msg } = await recycleLog.restore(asked, key.current)
      key.done()
      offerUndo(msg, data.changeSetId, onChanged, data.restored)
      onChanged()
      if (data.refused === 0) onClose()
      else setDone(data)
    } catch (reason) {
      if (failureOf(reason).kind !== 'lost') key.refused()
      setError(refusedText(reason))
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { done, pending, error, run }
}
