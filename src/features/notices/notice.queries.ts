import { queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import type { getNotices } from './notice.functions.ts'

const functions = keptCode(() => import('./notice.functions.ts'))

type NoticePage = Awaited<ReturnType<typeof getNotices>>
export type NoticeEntry = NoticePage['list'][number]

/** What the bell asks the server. */
export type NoticeCalls = {
  page(query: { before?: string | undefined; unread?: '1' | undefined }): Promise<NoticePage>
  unread(): Promise<number>
  read(which: {
    ids?: number[] | undefined
    announcementIds?: number[] | undefined
    all?: true | undefined
  }): Promise<number>
}

/** The calls of each side. */
export const noticeCallsOf: Record<Side, NoticeCalls> = { admin: callsOf('admin'), user: callsOf('user') }

function callsOf(side: Side): NoticeCalls {
  return {
    page: async (query) => (await functions()).getNotices({ data: { side, ...query } }),
    unread: async () => (await functions()).getUnread({ data: { side } }),
    read: async (which) => (await functions()).readNotices({ data: { side, ...which } }),
  }
}

export const noticesKey = (side: Side, owner: number) => ['notices', side, owner] as const
export const unreadKey = (side: Side, owner: number) => [...noticesKey(side, owner), 'unread'] as const

/** Whose notices are asked for, and how. */
export type NoticeReader = { side: Side; owner: number; calls: NoticeCalls }

/** How many notices are unread. */
export const unreadQuery = ({ side, owner, calls }: NoticeReader) =>
  queryOptions({ queryKey: unreadKey(side, owner), queryFn: calls.unread })
