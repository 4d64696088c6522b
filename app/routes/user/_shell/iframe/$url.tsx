import { createFileRoute } from '@tanstack/react-router'
import { keptCode } from '#src/lib/line.ts'
import { FrameView } from '../../../../frame-view.tsx'
import { pending } from '../../../../pending-page.tsx'

const code = keptCode(() => import('../../../../frame-head.ts'))

export const Route = createFileRoute('/user/_shell/iframe/$url')({
  head: async ({ params, match }) => (await code()).frameHead({ url: params.url, context: match.context }),
  ...pending,
  component: Frame,
})

function Frame() {
  return <FrameView url={Route.useParams().url} context={Route.useRouteContext()} />
}
