import { createFileRoute } from '@tanstack/react-router'
import { keptCode } from '#src/lib/line.ts'
import { PublicPageView } from '../public-page-view.tsx'

const code = keptCode(() => import('../public-page.ts'))

/** Any path that no route in code matches: the page of a rule, or the 404 page, which reports the path. */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location }) => ({ page: await (await code()).pageOf(location) }),
  component: () => <PublicPageView page={Route.useRouteContext().page} context={Route.useRouteContext()} />,
})
