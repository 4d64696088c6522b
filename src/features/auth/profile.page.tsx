import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { ApiTokens } from './api-tokens.tsx'
import type { AdminInfo } from './auth.answers.server.ts'
import { OwnName, OwnPassword } from './own-account.tsx'
import { OwnAvatar } from './own-avatar.tsx'
import { OwnCard } from './own-card.tsx'
import { OwnChanges } from './own-changes.tsx'
import { OwnContact } from './own-contact.tsx'
import type { OwnSaved } from './own-saved.ts'
import { PASSWORD_PLACE } from './password-place.ts'
import { Preferences } from './preferences.tsx'
import { SignIns } from './sign-ins.tsx'
import { useFocusAt } from './use-focus-at.ts'

type ProfilePageProps = {
  person: AdminInfo
  timeZone: string
  /** Whether the back end changes the user's own account, and lists the sign-ins. */
  own: boolean
  /** The ways by which codes leave. */
  ways: readonly MessageChannel[]
  /** The card with what the user is also told by e-mail. */
  noticeMail: ReactNode
  /** The card with the sign-ins of other providers. */
  linked: ReactNode
  /** The card with the second factors. */
  security: ReactNode
  /** Shows what was saved wherever it stands. */
  onSaved(saved: OwnSaved): void
}

/** The back office user's profile, name, password and sign-ins. */
export function ProfilePage({ person, timeZone, own, ways, noticeMail, linked, security, onSaved }: ProfilePageProps) {
  const name = person.nickname || person.username
  useFocusAt(PASSWORD_PLACE)
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
          {person.signature && <p className="wrap-anywhere text-muted">{person.signature}</p>}
        </div>
      </section>
      <DetailsCard heading={m.overview_details()}>
        <DetailLine label={m.profile_name()}>{person.name}</DetailLine>
        {!own && (
          <>
            <DetailLine label={m.profile_email()}>{person.email}</DetailLine>
            <DetailLine label={m.profile_phone()}>{person.phone}</DetailLine>
          </>
        )}
        <DetailLine label={m.profile_since()}>
          {formatInstant(person.createTime && String(person.createTime), timeZone)}
        </DetailLine>
        <DetailLine label={m.overview_lastSignIn()}>{formatInstant(person.last_login_time, timeZone)}</DetailLine>
        <DetailLine label={m.overview_lastAddress()}>{person.last_login_ip}</DetailLine>
      </DetailsCard>
      {own && (
        <>
          <OwnCard heading={m.profile_picture()}>
            <OwnAvatar side="admin" person={person} onSaved={onSaved} />
          </OwnCard>
          <OwnName person={person} onSaved={onSaved} />
          <OwnContact side="admin" person={person} ways={ways} onSaved={onSaved} />
          <Preferences side="admin" />
          {noticeMail}
          <OwnPassword side="admin" person={person} onSaved={onSaved} />
          {security}
          {linked}
          <SignIns side="admin" timeZone={timeZone} />
          {!person.viewer && <ApiTokens timeZone={timeZone} />}
          <OwnChanges />
        </>
      )}
    </div>
  )
}
