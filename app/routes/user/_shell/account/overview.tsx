import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SignIns } from '#src/features/auth/sign-ins.tsx'
import { OverviewPage } from '#src/features/members/overview.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'

export const Route = createFileRoute('/user/_shell/account/overview')({
  staticData: { title: 'pagesTitle_overview' },
  component: Overview,
})

function Overview() {
  const { boot } = Route.useRouteContext()
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <OverviewPage person={boot.person} timeZone={site.timeZone}>
      <SignIns side="user" timeZone={site.timeZone} />
    </OverviewPage>
  )
}
