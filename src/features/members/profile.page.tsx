import type { ReactNode } from 'react'
import type { MemberInfo } from '#src/features/auth/auth.answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'

type MemberProfilePageProps = {
  person: MemberInfo
  /** The form for the name. */
  children: ReactNode
}

/** The member's own profile. */
export function MemberProfilePage({ person, children }: MemberProfilePageProps) {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{m.pagesTitle_profile()}</h1>
      {children}
      <DetailsCard heading={m.overview_details()}>
        <DetailLine label={m.overview_account()}>{person.username}</DetailLine>
        <DetailLine label={m.profile_name()}>{person.name}</DetailLine>
        <DetailLine label={m.overview_organization()}>{person.orgName}</DetailLine>
      </DetailsCard>
    </div>
  )
}
