import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hearNotices } from '#src/crud/jobs/job-feed.ts'
import { useKit } from '#src/layout/kit-context.ts'
import { useGo } from '#src/layout/use-go.ts'
import { noticeCallsOf, noticesKey, unreadKey } from './notice.queries.ts'
import { NoticeBell } from './notice-bell.tsx'

/** The bell of the back office. The event stream of the jobs tells it what is new. */
export function AdminBell({ owner, viewing }: { owner: number; viewing: boolean }) {
  const { timeZone } = useKit()
  const go = useGo()
  useNews(owner)
  return (
    <NoticeBell
      side="admin"
      owner={owner}
      calls={noticeCallsOf.admin}
      told
      timeZone={timeZone}
      viewing={viewing}
      onGo={(path) => void go(path)}
    />
  )
}

/** Listens while the window is visible: browsers open only a few connections to a server for all windows together. */
function useNews(owner: number) {
  const client = useQueryClient()
  useEffect(() => {
    const heard = (unread: number) => {
      client.setQueryData(unreadKey('admin', owner), unread)
      void client.invalidateQueries({ queryKey: noticesKey('admin', owner) })
    }
    let leave: (() => void) | undefined
    const follow = () => {
      if (document.visibilityState === 'visible') leave ??= hearNotices(heard)
      else {
        leave?.()
        leave = undefined
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      leave?.()
    }
  }, [client, owner])
}
