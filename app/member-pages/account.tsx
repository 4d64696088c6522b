import { useSuspenseQuery } from '@tanstack/react-query'
import { OwnMemberProfile, OwnPassword } from '#src/features/auth/own-account.tsx'
import { OwnAvatar } from '#src/features/auth/own-avatar.tsx'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { OwnContact } from '#src/features/auth/own-contact.tsx'
import { Preferences } from '#src/features/auth/preferences.tsx'
import { SignInHistory } from '#src/features/auth/sign-in-history.tsx'
import { SignIns } from '#src/features/auth/sign-ins.tsx'
import { SignInSecurity } from '#src/features/factors/sign-in-security.tsx'
import { MemberProfilePage } from '#src/features/members/profile.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { OwnLinkedSignIns } from '../own-linked-sign-ins.tsx'
import { OwnNoticeMail } from '../own-notice-mail.tsx'
import { useLeft } from '../use-left.ts'
import { useOwnSaved } from '../use-own-saved.ts'
import { useMemberPage } from './use-member-page.ts'

/** The member's profile, in both views of the member center. */
export function MemberProfile() {
  const { person } = useMemberPage()
  const saved = useOwnSaved('user')
  const { codeWays, timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <MemberProfilePage person={person}>
      <OwnCard heading={m.profile_picture()}>
        <OwnAvatar side="user" person={person} onSaved={saved} />
      </OwnCard>
      <OwnMemberProfile person={person} timeZone={timeZone} onSaved={saved} />
      <OwnContact side="user" person={person} ways={codeWays} onSaved={saved} />
      <Preferences side="user" />
      <OwnNoticeMail side="user" email={person.email} />
    </MemberProfilePage>
  )
}

/** The page on which the member changes the password. */
export function MemberPassword() {
  const { person } = useMemberPage()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{m.pagesTitle_changePassword()}</h1>
      <OwnPassword side="user" person={person} onSaved={useOwnSaved('user')} onLeft={useLeft()} />
    </div>
  )
}

/** Second factors, sign-ins and their history: how safe the account is. */
export function MemberSecurity() {
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{m.pagesTitle_security()}</h1>
      <SignInSecurity side="user" timeZone={timeZone} />
      <OwnLinkedSignIns side="user" />
      <SignIns side="user" timeZone={timeZone} />
      <SignInHistory side="user" timeZone={timeZone} />
    </div>
  )
}
