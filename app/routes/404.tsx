import { createFileRoute, useRouter } from '@tanstack/react-router'
import { NotFoundPage } from '#src/features/site/not-found.page.tsx'
import { keptCode } from '#src/lib/line.ts'
import { faultOnArrival } from '../fault-on-arrival.ts'
import { NoticeFrame, shellAround } from '../notice-frame.tsx'
import { useNoticePage } from '../use-notice-page.ts'

const faults = keptCode(() => import('#src/features/site/fault.functions.ts'))

export const Route = createFileRoute('/404')({
  validateSearch: ({ path }): { path?: string } => (typeof path === 'string' && path.startsWith('/') ? { path } : {}),
  staticData: { title: 'pagesTitle_notFound' },
  loaderDeps: ({ search }) => ({ path: search.path ?? '/404' }),
  loader: async ({ context, deps }) => {
    const [known, around] = await Promise.all([faultOnArrival(deps.path), shellAround(context, deps.path)])
    return { known, around, from: context.cameFrom() }
  },
  component: NotFound,
})

function NotFound() {
  const router = useRouter()
  const { path } = Route.useSearch()
  const { known, around, from } = Route.useLoaderData()
  const { area } = around
  const report = async () => {
    const { reportFault } = await faults()
    return reportFault({ data: { path: path ?? '/404', referrer: from } })
  }
  return (
    <NoticeFrame {...around} context={Route.useRouteContext()}>
      <NotFoundPage
        {...useNoticePage()}
        area={area}
        path={path}
        known={known}
        report={report}
        onHome={() => void router.navigate({ to: area ? `/${area}` : '/' })}
      />
    </NoticeFrame>
  )
}
