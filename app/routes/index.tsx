import { createFileRoute } from '@tanstack/react-router'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { keptCode } from '#src/lib/line.ts'
import { optional } from '../guards.ts'
import { HomeView } from '../home-view.tsx'

const code = keptCode(() => import('../home-head.ts'))

export const Route = createFileRoute('/')({
  staticData: { title: 'pagesTitle_home' },
  loader: async ({ context: { queryClient } }) => {
    const [{ origin, siteName }, member] = await Promise.all([
      queryClient.ensureQueryData(siteQuery),
      // The signed-in member is optional here: without an answer, the page renders without the member.
      optional(queryClient, memberBootQuery),
    ])
    return { origin, siteName, member }
  },
  // Every page loads the routes of all pages, but the metadata for search engines loads only here.
  head: async ({ loaderData }) => (loaderData ? (await code()).homeHead(loaderData) : {}),
  component: HomeView,
})
