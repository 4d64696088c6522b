import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { NotFoundPage } from '#src/features/site/not-found.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { faultOnArrival } from '../fault-on-arrival.ts'
import { PublicFrame } from '../public-frame.tsx'
import { useCanGoBack } from '../use-can-go-back.ts'

export const Route = createFileRoute('/404')({
  validateSearch: ({ path }): { path?: string } => (typeof path === 'string' && path.startsWith('/') ? { path } : {}),
  staticData: { title: 'pagesTitle_notFound' },
  loaderDeps: ({ search }) => ({ path: search.path ?? '/404' }),
  loader: async ({ context, deps }) => ({ known: await faultOnArrival(deps.path), from: context.cameFrom() }),
  component: NotFound,
})

function NotFound() {
  const router = useRouter()
  const { path } = Route.useSearch()
  const { known, from } = Route.useLoaderData()
  const { data: site } = useSuspenseQuery(siteQuery)
  const report = async () => {
    const { reportFault } = await import('#src/features/site/fault.functions.ts')
    return reportFault({ data: { path: path ?? '/404', referrer: from } })
  }
  return (
    <PublicFrame>
      <NotFoundPage
        path={path}
        known={known}
        report={report}
        contact={{ email: site.contactEmail, phone: site.contactPhone }}
        canGoBack={useCanGoBack()}
        onBack={() => router.history.back()}
        onHome={() => void router.navigate({ to: '/' })}
      />
    </PublicFrame>
  )
}
