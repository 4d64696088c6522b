import { Hourglass } from 'lucide-react'
import { Highlight } from '#src/crud/cells/highlight.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { GenderIcon } from '#src/layout/member/gender-icon.tsx'
import { formatMinute } from '#src/lib/date.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { MemberRow } from './member.row.ts'

/** What the list of members shows in its own way. */
export const memberCells = {
  username: ({ username, closingDue }: MemberRow) =>
    closingDue ? (
      <span className="flex items-center gap-1.5">
        <span className="truncate font-lead">
          <Highlight>{username}</Highlight>
        </span>
        <ClosingMark due={closingDue} />
      </span>
    ) : undefined,
  avatar: ({ avatar, nickname, name, username }: MemberRow) => (
    <Avatar src={avatar} name={nickname || name || username} size={24} />
  ),
  gender: ({ gender }: MemberRow) => <GenderIcon gender={gender} />,
  closingDue: ({ closingDue }: MemberRow) => closingDue && <ClosingTag due={closingDue} />,
}

function useDue(due: Date): string {
  const { timeZone } = useKit()
  return m.member_closingDueAt({ time: formatMinute(String(due), timeZone) })
}

/** Beside the name, because the column of the time may be out of sight. */
function ClosingMark({ due }: { due: Date }) {
  const text = useDue(due)
  return (
    <span title={text} className="grid size-5 shrink-0 place-items-center rounded-sm bg-warning-soft text-warning-ink">
      <Hourglass aria-hidden size={13} />
      <span className="sr-only">{text}</span>
    </span>
  )
}

function ClosingTag({ due }: { due: Date }) {
  return <Tag tone="warning">{useDue(due)}</Tag>
}
