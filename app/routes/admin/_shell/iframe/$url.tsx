import { createFileRoute } from '@tanstack/react-router'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { keptCode } from '#src/lib/line.ts'
import { FrameView } from '../../../../frame-view.tsx'
import { pending } from '../../../../pending-page.tsx'

const code = keptCode(() => import('../../../../frame-head.ts'))

// The user's menus are the permission: the page and the Content-Security-Policy refuse a host without a menu.
export const Route = createFileRoute('/admin/_shell/iframe/$url')({
  staticData: { addTab: true },
  head: async ({ params, match }) => (await code()).frameHead({ url: params.url, context: match.context }),
  ...pending,
  component: Frame,
})

function Frame() {
  const { params, context } = useTabPage(Route)
  return <FrameView url={params.url} context={context} />
}
