import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { SignIns } from '#src/features/auth/sign-ins.tsx'
import { OverviewPage } from '#src/features/members/overview.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'

/** The first page of the member center, in both of its views. */
export function MemberOverview({ person }: Pick<ComponentProps<typeof OverviewPage>, 'person'>) {
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <OverviewPage person={person} timeZone={timeZone}>
      <SignIns side="user" timeZone={timeZone} />
    </OverviewPage>
  )
}
