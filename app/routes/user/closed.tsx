import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CenterClosedPage } from '#src/features/site/center-closed.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { centerClosed } from '../../guards.ts'
import { PublicFrame } from '../../public-frame.tsx'
import { useNoticePage } from '../../use-notice-page.ts'

export const Route = createFileRoute('/user/closed')({
  staticData: { title: 'pagesTitle_memberCenter' },
  beforeLoad: centerClosed,
  component: Closed,
})

function Closed() {
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <PublicFrame>
      <CenterClosedPage contact={useNoticePage().contact} sentence={site.center.sentence} />
    </PublicFrame>
  )
}
