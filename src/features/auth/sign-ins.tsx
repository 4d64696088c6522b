import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { browserName } from '#src/lib/browser-name.ts'
import { formatInstant } from '#src/lib/date.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { endSignIns, getSignIns } from './sessions.functions.ts'
import type { SessionRow } from './sessions.server.ts'
import { signInsKey } from './sign-ins-query.ts'

/** Always fetched again (`staleTime` 0), because the list must show the sign-ins of this moment. */
const signInsQuery = (side: Side) =>
  queryOptions({ queryKey: signInsKey(side), queryFn: () => getSignIns({ data: { side } }), staleTime: 0 })

/** The number of sign-ins that show at first. Whoever signs in on many machines is not to scroll past all of them. */
const FIRST = 6

/** The list of the user's sign-ins. The user can end an unknown sign-in. */
export function SignIns({ side, timeZone }: { side: Side; timeZone: string }) {
  const client = useQueryClient()
  const [all, setAll] = useState(false)
  const { data: list, error, isFetching, refetch } = useQuery(signInsQuery(side))
  const end = useMutation({
    mutationFn: (id: number | undefined) =>
      endSignIns({ data: { side, id, idempotencyKey: randomId() } }).catch(leaveWhenSignedOut),
    onSuccess: (said) => toaster.success(said),
    onError: (failure) => toastFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: signInsKey(side) }),
  })
  return (
    <section aria-labelledby="sign-ins" className="rounded-xl border border-line bg-surface">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2.5">
        <div className="min-w-0">
          <h2 id="sign-ins" className="text-base">
            {m.signIns_title()}
          </h2>
          <p className="text-sm text-muted">{m.signIns_hint()}</p>
        </div>
        {list && list.length > 1 && (
          <Button size="sm" className="shrink-0" disabled={end.isPending} onClick={() => end.mutate(undefined)}>
            {m.signIns_endOthers()}
          </Button>
        )}
      </div>
      {list ? (
        <ul className="px-5">
          {(all ? list : list.slice(0, FIRST)).map((one) => (
            <SignInLine
              key={one.id}
              one={one}
              timeZone={timeZone}
              busy={end.isPending}
              onEnd={() => end.mutate(one.id)}
            />
          ))}
          {!all && list.length > FIRST && (
            <li className="flex justify-center py-2">
              <Button variant="ghost" onClick={() => setAll(true)}>
                {m.signIns_all({ count: list.length })}
              </Button>
            </li>
          )}
        </ul>
      ) : error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  )
}

type SignInProps = { one: SessionRow; timeZone: string; busy: boolean; onEnd(): void }

/** A sign-in, with a button that ends it unless it is the current one. */
export function SignInLine({ one, timeZone, busy, onEnd }: SignInProps) {
  const { ip, userAgent, createTime, lastUseTime, current } = one
  const name = browserName(userAgent) || m.signIns_unknown()
  return (
    <li className="flex items-center gap-x-3 border-line py-3 not-last:border-b sm:gap-x-4">
      <MonitorSmartphone aria-hidden size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span title={userAgent}>{name}</span>
          <span className="text-muted">{ip}</span>
          {current && <Tag tone="success">{m.signIns_current()}</Tag>}
        </p>
        <p className="tabular flex flex-wrap gap-x-4 text-sm text-muted">
          <span>
            {m.signIns_since()} <time className="whitespace-nowrap">{formatInstant(String(createTime), timeZone)}</time>
          </span>
          <span>
            {m.signIns_used()} <time className="whitespace-nowrap">{formatInstant(String(lastUseTime), timeZone)}</time>
          </span>
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          className="shrink-0"
          disabled={busy}
          onClick={onEnd}
          aria-label={m.signIns_endOne({ name, ip })}
        >
          {m.signIns_end()}
        </Button>
      )}
    </li>
  )
}
