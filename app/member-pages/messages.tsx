import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesPage } from '#src/features/notices/messages.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useMemberPage } from './use-member-page.ts'

/** The member's messages, in both views of the member center. */
export function MemberMessages() {
  const { area, person } = useMemberPage()
  const { unread } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <MessagesPage
      owner={person.userId}
      timeZone={timeZone}
      unreadOnly={unread === 1}
      onUnreadOnly={(only) =>
        void navigate({ to: `/${area}/account/messages`, search: { unread: only ? 1 : undefined } })
      }
      onGo={(path) => void navigate({ to: path })}
    />
  )
}
