import { GenderIcon } from '#src/layout/member/gender-icon.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import type { MemberRow } from './member.row.ts'

/** What the list of members shows in its own way. */
export const memberCells = {
  avatar: ({ avatar, nickname, name, username }: MemberRow) => (
    <Avatar src={avatar} name={nickname || name || username} size={24} />
  ),
  gender: ({ gender }: MemberRow) => <GenderIcon gender={gender} />,
}
