import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, UserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { SignIns } from '#src/features/auth/sign-ins.tsx'
import { OverviewPage } from '#src/features/members/overview.page.tsx'
import { ContactLines } from '#src/features/site/contact-lines.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useMemberCenter } from '#src/layout/member/member-center-context.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { OwnLinkedSignIns } from './own-linked-sign-ins.tsx'

type MemberOverviewProps = Pick<ComponentProps<typeof OverviewPage>, 'person'> & { area: 'user' | 'center' }

/** The first page of the member center, in both of its views. */
export function MemberOverview({ person, area }: MemberOverviewProps) {
  const { timeZone, contactEmail, contactPhone } = useSuspenseQuery(siteQuery).data
  const { showAside } = useMemberCenter()
  const link = `${buttonClass()} pointer-coarse:h-11`
  return (
    <OverviewPage
      person={person}
      timeZone={timeZone}
      amountsAside={showAside}
      // Without contact details, the sentence before says already whom to ask.
      contact={
        (contactEmail || contactPhone) && <ContactLines contact={{ email: contactEmail, phone: contactPhone }} />
      }
      links={
        <>
          <Link to={`/${area}/account/profile`} className={link}>
            <UserRound aria-hidden size={15} />
            {m.profile_edit()}
          </Link>
          <Link to={`/${area}/account/changePassword`} className={link}>
            <KeyRound aria-hidden size={15} />
            {m.password_title()}
          </Link>
        </>
      }
    >
      <OwnLinkedSignIns side="user" />
      <SignIns side="user" timeZone={timeZone} />
    </OverviewPage>
  )
}
