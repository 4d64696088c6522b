import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { HomePage } from '#src/features/site/home.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import { keptCode } from '#src/lib/line.ts'
import { optional } from '../guards.ts'
import { PublicFrame } from '../public-frame.tsx'
import { requestCookies } from '../request-cookies.ts'

const code = keptCode(() => import('../home-head.ts'))

export const Route = createFileRoute('/')({
  staticData: { title: 'pagesTitle_home' },
  loader: async ({ context: { queryClient } }) => {
    const [{ origin, siteName }, member] = await Promise.all([
      queryClient.ensureQueryData(siteQuery),
      // The signed-in member is optional here: without an answer, the page renders without the member.
      optional(queryClient, memberBootQuery.queryKey, queryClient.ensureQueryData(memberBootQuery)),
    ])
    return { origin, siteName, member }
  },
  // Every page loads the routes of all pages, but the metadata for search engines loads only here.
  head: async ({ loaderData }) => (loaderData ? (await code()).homeHead(loaderData) : {}),
  component: Home,
})

function Home() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: boot } = useQuery(memberBootQuery)
  return (
    <PublicFrame>
      <HomePage
        siteName={site.siteName}
        theme={readTheme(requestCookies())}
        contact={{ email: site.contactEmail, phone: site.contactPhone }}
        recordNumber={site.recordNumber}
        memberName={boot ? boot.person.nickname || boot.person.username : undefined}
        ours={site.backend !== 'pig'}
      />
    </PublicFrame>
  )
}
