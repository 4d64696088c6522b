import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import { Banner } from '#src/ui/banner.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Switch } from '#src/ui/switch.tsx'
import type { getNoticeMail } from './notice.functions.ts'

const functions = keptCode(() => import('./notice.functions.ts'))

type Choices = Awaited<ReturnType<typeof getNoticeMail>>
type Choice = Choices['kinds'][number]

/** What the card asks the server. */
export type NoticeMailCalls = {
  get(side: Side): Promise<Choices>
  choose(side: Side, choice: Pick<Choice, 'kind' | 'on'>): Promise<unknown>
}

const ours: NoticeMailCalls = {
  get: async (side) => (await functions()).getNoticeMail({ data: { side } }),
  choose: async (side, choice) => (await functions()).chooseNoticeMail({ data: { side, ...choice } }),
}

/** Always fetched again (`staleTime` 0), because another window may have chosen. */
const noticeMailQuery = (side: Side, calls: NoticeMailCalls) =>
  queryOptions({ queryKey: ['noticeMail', side], queryFn: () => calls.get(side), staleTime: 0 })

type NoticeMailProps = {
  side: Side
  /** The address of the account; empty when it has none. */
  email: string
  /** Somebody views as this user, and chooses nothing. */
  viewing: boolean
  /** By default, those of the server. */
  calls?: NoticeMailCalls
}

/** Which kinds of notices also come by e-mail. Each choice is saved at once. */
export function NoticeMail({ side, email, viewing, calls = ours }: NoticeMailProps) {
  const client = useQueryClient()
  const helpId = useId()
  const query = noticeMailQuery(side, calls)
  const { data, error, isFetching, refetch } = useQuery(query)
  // What was pressed shows at once, until the server has stored all of it.
  const [pressed, setPressed] = useState<Partial<Record<Choice['kind'], boolean>>>({})
  const mutationKey = query.queryKey
  const choose = useMutation({
    mutationKey,
    // One after the other, so that the last press of a switch is what is stored.
    scope: { id: mutationKey.join() },
    mutationFn: (choice: Pick<Choice, 'kind' | 'on'>) => calls.choose(side, choice).catch(leaveWhenSignedOut),
    onError: (failure) => toastFailure(failure),
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) > 1) return
      await client.invalidateQueries({ queryKey: query.queryKey })
      if (client.isMutating({ mutationKey }) <= 1) setPressed({})
    },
  })
  const press = (kind: Choice['kind'], on: boolean) => {
    setPressed((old) => ({ ...old, [kind]: on }))
    choose.mutate({ kind, on })
  }
  if (!data)
    return error ? (
      <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={3} />
    )
  const silent = data.available ? email === '' && m.noticeMail_noAddress() : m.noticeMail_off()
  return (
    <div className="px-5 py-2">
      {silent && (
        <Banner tone="warning" className="mt-2 mb-2">
          {silent}
        </Banner>
      )}
      <ul>
        {data.kinds.map(({ kind, label, help, on }) => (
          <li key={kind} className="border-line py-2.5 not-last:border-b">
            <Switch
              wide
              checked={pressed[kind] ?? on}
              disabled={viewing}
              aria-describedby={`${helpId}${kind}`}
              onChange={(next) => press(kind, next)}
            >
              {label}
            </Switch>
            <p id={`${helpId}${kind}`} className="pe-14 text-sm text-muted">
              {help}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
