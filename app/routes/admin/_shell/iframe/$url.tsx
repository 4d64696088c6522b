import { createFileRoute } from '@tanstack/react-router'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { FrameView } from '../../../../frame-view.tsx'

// The person's menus are the permission: a host that none of them leads to is refused by the page and by the policy.
export const Route = createFileRoute('/admin/_shell/iframe/$url')({
  staticData: { addTab: true },
  head: async ({ params, match }) =>
    (await import('../../../../frame-head.ts')).frameHead({ url: params.url, context: match.context }),
  component: Frame,
})

function Frame() {
  const { params, context } = useTabPage(Route)
  return <FrameView url={params.url} context={context} />
}
