import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { HomePage } from '#src/features/site/home.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { PublicFrame } from '../public-frame.tsx'

export const Route = createFileRoute('/')({
  staticData: { title: 'pagesTitle_home' },
  loader: ({ context }) => context.queryClient.ensureQueryData(memberBootQuery),
  component: Home,
})

function Home() {
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <PublicFrame>
      <HomePage siteName={site.siteName} members={site.backend !== 'pig'} />
    </PublicFrame>
  )
}
