import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '#src/layout/can.tsx'
import { hearMemberNotices } from './member-feed.ts'
import { noticeCallsOf, noticesKey, unreadKey } from './notice.queries.ts'
import { NoticeBell } from './notice-bell.tsx'

/** A stream tells what is new. Where none gets through, the bell asks with every page, and each minute. */
const EVERY_MS = 60_000

/** The bell of the member center. */
export function MemberBell({ owner, timeZone }: { owner: number; timeZone: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const can = useCan()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page asks
  useEffect(() => void client.invalidateQueries({ queryKey: unreadKey('user', owner) }), [client, owner, path])
  useEffect(
    () =>
      hearMemberNotices((unread) => {
        client.setQueryData(unreadKey('user', owner), unread)
        void client.invalidateQueries({ queryKey: [...noticesKey('user', owner), 'list'] })
      }),
    [client, owner],
  )
  return (
    <NoticeBell
      side="user"
      calls={noticeCallsOf.user}
      owner={owner}
      timeZone={timeZone}
      every={EVERY_MS}
      onGo={(href) => void navigate({ to: href })}
      page={can('account/messages') ? `/${path.startsWith('/center') ? 'center' : 'user'}/account/messages` : undefined}
    />
  )
}
