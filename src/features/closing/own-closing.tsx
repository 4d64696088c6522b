import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { closingFunctions, closingQuery } from './closing.queries.ts'

const ClosingDialog = lazyDialog(
  async () => (await import('./closing-dialog.tsx')).ClosingDialog,
  ({ onClose }) => onClose(),
)

/** The card on which members ask for their account to be closed, and take the request back. */
export function OwnClosing({ timeZone }: { timeZone: string }) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(closingQuery)
  const [asking, setAsking] = useState(false)
  const [key] = useState(() => new IdempotencyKey())
  const withdraw = useMutation({
    mutationFn: async () =>
      (await closingFunctions()).takeBackClosing({ data: { idempotencyKey: key.current } }).catch(leaveWhenSignedOut),
    onSuccess: (msg) => toaster.success(msg),
    onError: toastFailure,
    onSettled: () => {
      key.done()
      return client.invalidateQueries({ queryKey: closingQuery.queryKey })
    },
  })
  if (!data)
    return (
      <OwnCard heading={m.closing_title()} text={m.closing_text()} wide>
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows rows={1} />
        )}
      </OwnCard>
    )
  const { request } = data
  const waits = request?.state === 'waiting'
  return (
    <OwnCard heading={m.closing_title()} text={m.closing_text()} wide>
      <div className="flex flex-col items-start gap-4 px-5 py-4">
        {request?.state === 'refused' && (
          <Banner tone="info" className="self-stretch">
            <p>{m.closing_refusedAt({ time: formatInstant(request.endTime, timeZone) })}</p>
            <p className="wrap-anywhere">{m.closing_refusedAnswer({ answer: request.answer })}</p>
          </Banner>
        )}
        {waits ? (
          <>
            <Banner tone="warning" className="self-stretch">
              <p>{m.closing_waiting({ time: formatInstant(request.dueTime, timeZone) })}</p>
              <p>{m.closing_waitingText({ time: formatInstant(request.askTime, timeZone) })}</p>
            </Banner>
            <Button loading={withdraw.isPending} onClick={() => !withdraw.isPending && withdraw.mutate()}>
              {m.closing_withdraw()}
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>{m.closing_ask()}</Button>
        )}
      </div>
      {asking && (
        <ClosingDialog
          {...data}
          onClose={() => setAsking(false)}
          onSettled={() => void client.invalidateQueries({ queryKey: closingQuery.queryKey })}
        />
      )}
    </OwnCard>
  )
}
