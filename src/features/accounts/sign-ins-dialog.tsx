import { useMutation, useQuery } from '@tanstack/react-query'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { endSignIns, getSignIns } from '#src/features/auth/sessions.functions.ts'
import { SignInHistory } from '#src/features/auth/sign-in-history.tsx'
import { SignInLine } from '#src/features/auth/sign-ins.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { randomId } from '#src/lib/random-id.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { AboutAccount } from './about-account.ts'

type SignInsDialogProps = AboutAccount & { timeZone: string }

/** Where an account is signed in. Each sign-in can be ended, or all of them but the user's own current one. */
export function SignInsDialog({ id, name, timeZone, onClose }: SignInsDialogProps) {
  const {
    data: list,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['signIns', 'account', id],
    queryFn: () => getSignIns({ data: { side: 'admin', accountId: id } }),
    staleTime: 0,
    gcTime: 0,
  })
  const end = useMutation({
    mutationFn: (one: number | undefined) =>
      endSignIns({ data: { side: 'admin', accountId: id, id: one, idempotencyKey: randomId() } }).catch(
        leaveWhenSignedOut,
      ),
    onSuccess: (said) => toaster.success(said),
    onError: (failure) => toastFailure(failure),
    onSettled: () => refetch(),
  })
  const others = list?.filter(({ current }) => !current) ?? []
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.user_signInsTitle({ name })}
      size="lg"
      footer={
        <>
          {others.length > 0 && (
            <Button loading={end.isPending} onClick={() => end.mutate(undefined)}>
              {others.length === list?.length ? m.user_endSignIns() : m.signIns_endOthers()}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {m.ui_close()}
          </Button>
        </>
      }
    >
      {list ? (
        list.length > 0 ? (
          <ul>
            {list.map((one) => (
              <SignInLine
                key={one.id}
                one={one}
                timeZone={timeZone}
                busy={end.isPending}
                onEnd={() => end.mutate(one.id)}
              />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{m.user_signInsNone()}</p>
        )
      ) : error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows rows={2} />
      )}
      <SignInHistory side="admin" accountId={id} timeZone={timeZone} />
    </Dialog>
  )
}
