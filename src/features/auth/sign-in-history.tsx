import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { browserName } from '#src/lib/browser-name.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { OwnCard } from './own-card.tsx'
import { getSignInHistory } from './sessions.functions.ts'

type SignInHistoryProps = {
  side: Side
  timeZone: string
  /** Another account. Without it, the user's own. */
  accountId?: number
}

/** The card with the sign-ins of an account and the attempts that failed. */
export function SignInHistory({ side, timeZone, accountId }: SignInHistoryProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['signInHistory', side, accountId],
    queryFn: ({ pageParam }) => getSignInHistory({ data: { side, accountId, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const lines = data?.pages.flatMap(({ list }) => list) ?? []
  const isEnglish = getLocale() === 'en'
  return (
    <OwnCard heading={m.signIns_historyTitle()} text={m.signIns_historyText()} wide>
      {data ? (
        <ul className="px-5">
          {lines.map(({ id, time, success, title, titleEn, ip, userAgent, times }) => (
            <li key={id} className="border-line py-3 not-last:border-b">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Tag tone={success ? 'success' : 'warning'}>{success ? m.signIns_succeeded() : m.signIns_failed()}</Tag>
                <span title={userAgent}>{browserName(userAgent) || m.signIns_unknown()}</span>
                <span className="text-muted">{ip}</span>
                {times > 1 && <span className="tabular text-muted">{m.signIns_times({ count: times })}</span>}
              </p>
              <p className="tabular flex flex-wrap gap-x-4 text-sm text-muted">
                <time className="whitespace-nowrap">{formatInstant(time, timeZone)}</time>
                <span>{isEnglish ? titleEn : title}</span>
              </p>
            </li>
          ))}
          {lines.length === 0 && <li className="py-3 text-muted">{m.signIns_historyNone()}</li>}
          {hasNextPage && (
            <li className="flex justify-center py-2">
              <Button variant="ghost" loading={isFetching} onClick={() => void fetchNextPage()}>
                {m.signIns_more()}
              </Button>
            </li>
          )}
        </ul>
      ) : error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </OwnCard>
  )
}
