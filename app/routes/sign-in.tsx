import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { VisitPage } from '#src/features/providers/visit.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { keptCode } from '#src/lib/line.ts'
import { loginCaptcha } from '../use-sign-in.ts'

const functions = keptCode(() => import('#src/features/providers/visit.functions.ts'))

// Where browsers arrive from an identity provider when there is something to say or to ask.
export const Route = createFileRoute('/sign-in')({
  validateSearch: v.object({
    visit: v.fallback(v.optional(v.string()), undefined),
    side: v.fallback(v.picklist(['admin', 'user']), 'admin'),
    proven: v.fallback(v.optional(v.literal('1')), undefined),
    factor: v.fallback(v.optional(v.literal('1')), undefined),
  }),
  staticData: { title: 'pagesTitle_login' },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps: { visit, proven, factor } }) =>
    proven ? null : (await functions()).getVisit({ data: { visit, factor: factor === '1' } }),
  component: SignIn,
})

function SignIn() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { visit = '', side } = Route.useSearch()
  return (
    <VisitPage
      siteName={site.siteName}
      side={side}
      visit={visit}
      state={Route.useLoaderData()}
      captchaCalls={loginCaptcha}
    />
  )
}
