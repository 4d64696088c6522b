import { createFileRoute } from '@tanstack/react-router'
import { MemberMessages } from '../../../../member-messages.tsx'
import { messagesSearch } from '../../../../messages-search.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/user/_shell/account/messages')({
  staticData: { title: 'pagesTitle_messages', node: 'account/messages' },
  validateSearch: messagesSearch,
  ...pending,
  component: Messages,
})

function Messages() {
  const { person } = Route.useRouteContext().boot
  return <MemberMessages area="user" owner={person.userId} unread={Route.useSearch().unread} />
}
