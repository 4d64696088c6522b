import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ActivatePage } from '#src/features/accounts/activate.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { membersExist } from '../../guards.ts'

export const Route = createFileRoute('/user/activate')({
  staticData: { title: 'pagesTitle_activate' },
  beforeLoad: membersExist,
  component: Activate,
})

function Activate() {
  const { data: site } = useSuspenseQuery(siteQuery)
  return <ActivatePage side="user" siteName={site.siteName} />
}
