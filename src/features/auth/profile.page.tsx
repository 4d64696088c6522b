import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { AdminInfo } from './auth.answers.server.ts'
import { SignIns } from './sign-ins.tsx'

type ProfilePageProps = {
  person: AdminInfo
  timeZone: string
  /** Whether the back end lists the user's sign-ins. */
  signIns: boolean
}

/** The back office user's profile and sign-ins. */
export function ProfilePage({ person, timeZone, signIns }: ProfilePageProps) {
  const name = person.nickname || person.username
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <section className="flex items-center gap-4 rounded-xl border border-line bg-surface p-5">
        <Avatar src={person.avatar} name={name} size={52} />
        <div className="min-w-0 flex-1">
          {/* When name and tag do not fit on one line, the tag moves below the name. */}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="max-w-full truncate text-xl">{name}</h1>
            {person.super && <Tag tone="accent">{m.profile_super()}</Tag>}
          </div>
          {name !== person.username && <p className="truncate text-muted">{person.username}</p>}
        </div>
      </section>
      <DetailsCard heading={m.overview_details()}>
        <DetailLine label={m.profile_name()}>{person.name}</DetailLine>
        <DetailLine label={m.profile_email()}>{person.email}</DetailLine>
        <DetailLine label={m.profile_phone()}>{person.phone}</DetailLine>
        <DetailLine label={m.profile_since()}>
          {formatInstant(person.createTime && String(person.createTime), timeZone)}
        </DetailLine>
        <DetailLine label={m.overview_lastSignIn()}>{formatInstant(person.last_login_time, timeZone)}</DetailLine>
        <DetailLine label={m.overview_lastAddress()}>{person.last_login_ip}</DetailLine>
      </DetailsCard>
      {signIns && <SignIns side="admin" timeZone={timeZone} />}
    </div>
  )
}
