import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noticeCallsOf, unreadKey } from './notice.queries.ts'
import { NoticeBell } from './notice-bell.tsx'

/** The member center has no event stream: its bell asks with every page, and each minute while it is visible. */
const EVERY_MS = 60_000

/** The bell of the member center. */
export function MemberBell({ owner, timeZone }: { owner: number; timeZone: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page asks
  useEffect(() => void client.invalidateQueries({ queryKey: unreadKey('user', owner) }), [client, owner, path])
  return (
    <NoticeBell
      side="user"
      calls={noticeCallsOf.user}
      owner={owner}
      timeZone={timeZone}
      every={EVERY_MS}
      onGo={(href) => void navigate({ to: href })}
    />
  )
}
