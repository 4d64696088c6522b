import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { GenderIcon } from '#src/layout/member/gender-icon.tsx'
import { formatMinute } from '#src/lib/date.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { MemberRow } from './member.row.ts'

/** What the list of members shows in its own way. */
export const memberCells = {
  avatar: ({ avatar, nickname, name, username }: MemberRow) => (
    <Avatar src={avatar} name={nickname || name || username} size={24} />
  ),
  closingDue: ({ closingDue }: MemberRow) => closingDue && <ClosingTag due={closingDue} />,
  gender: ({ gender }: MemberRow) => <GenderIcon gender={gender} />,
}

function ClosingTag({ due }: { due: Date }) {
  const { timeZone } = useKit()
  return (
    <Tag tone="warning">{m.member_closingDueAt({ time: formatMinute(new Date(due).toISOString(), timeZone) })}</Tag>
  )
}
