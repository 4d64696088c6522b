import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ActivatePage } from '#src/features/accounts/activate.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { membersExist } from '../../guards.ts'

// A pig back end knows no activation codes, as it knows no members.
export const Route = createFileRoute('/admin/activate')({
  staticData: { title: 'pagesTitle_activate' },
  beforeLoad: membersExist,
  component: Activate,
})

function Activate() {
  const { data: site } = useSuspenseQuery(siteQuery)
  return <ActivatePage side="admin" siteName={site.siteName} />
}
