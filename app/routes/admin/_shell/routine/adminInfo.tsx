import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#src/features/auth/profile.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { OwnLinkedSignIns } from '../../../../own-linked-sign-ins.tsx'
import { OwnNoticeMail } from '../../../../own-notice-mail.tsx'
import { OwnSecurity } from '../../../../own-security.tsx'
import { pending } from '../../../../pending-page.tsx'
import { useOwnSaved } from '../../../../use-own-saved.ts'

// Every signed-in user may see the own profile, so this page has no node.
export const Route = createFileRoute('/admin/_shell/routine/adminInfo')({
  staticData: { title: 'pagesTitle_profile', addTab: true, forAll: true },
  ...pending,
  component: Profile,
})

function Profile() {
  const { boot } = useTabPage(Route).context
  const { data: site } = useSuspenseQuery(siteQuery)
  const saved = useOwnSaved('admin')
  // A pig back end changes no password without leaving the other sign-ins open, so it has no such forms here.
  const { person } = boot
  return (
    <ProfilePage
      person={person}
      timeZone={site.timeZone}
      own={site.backend !== 'pig'}
      ways={site.codeWays}
      security={person.viewer === null && <OwnSecurity timeZone={site.timeZone} />}
      noticeMail={<OwnNoticeMail side="admin" email={person.email} viewing={person.viewer !== null} />}
      linked={<OwnLinkedSignIns side="admin" viewing={person.viewer !== null} />}
      onSaved={saved}
    />
  )
}
