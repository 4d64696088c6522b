import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessagesPage } from '#src/features/notices/messages.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'

type MemberMessagesProps = { area: 'user' | 'center'; owner: number; unread: 1 | undefined }

/** The member's messages, in both views of the member center. */
export function MemberMessages({ area, owner, unread }: MemberMessagesProps) {
  const navigate = useNavigate()
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <MessagesPage
      owner={owner}
      timeZone={timeZone}
      unreadOnly={unread === 1}
      onUnreadOnly={(only) =>
        void navigate({ to: `/${area}/account/messages`, search: { unread: only ? 1 : undefined } })
      }
      onGo={(path) => void navigate({ to: path })}
    />
  )
}
