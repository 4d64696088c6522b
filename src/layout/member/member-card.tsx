import { m } from '#src/i18n/paraglide/messages.js'
import { formatCents } from '#src/lib/money.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { GenderIcon } from './gender-icon.tsx'

/** The signed-in member. */
export type MemberPerson = {
  nickname: string
  username: string
  avatar: string
  /** 1 male, 2 female, anything else unknown. */
  gender?: number
  /** The balance in cents. */
  money?: number
  score?: number
}

/** The member at the top of the aside: avatar, gender, names, points and balance. */
export function MemberCard({ person }: { person: MemberPerson }) {
  const { nickname, username, avatar, gender, money, score } = person
  const name = nickname || username
  return (
    <div className="border-b border-line">
      <div className="flex flex-col items-center px-4 pt-6 pb-4 text-center">
        <span className="relative">
          <Avatar src={avatar} name={name} size={72} />
          <span className="absolute right-0 bottom-0 grid size-6 place-items-center rounded-full border border-line bg-menu">
            <GenderIcon gender={gender} />
          </span>
        </span>
        <p className="mt-3 w-full truncate text-lg font-semibold">{name}</p>
        {name !== username && <p className="w-full truncate text-sm text-muted">{username}</p>}
      </div>
      {money !== undefined && score !== undefined && (
        <dl className="grid grid-cols-2 divide-x divide-line border-t border-line text-center">
          <Amount label={m.overview_points()}>{score.toLocaleString('en-US')}</Amount>
          <Amount label={m.overview_balance()}>{formatCents(money)}</Amount>
        </dl>
      )}
    </div>
  )
}

function Amount({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex min-w-0 flex-col-reverse px-2 py-2.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular truncate font-semibold">{children}</dd>
    </div>
  )
}
