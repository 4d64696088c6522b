import { createFileRoute } from '@tanstack/react-router'
import { FrameView } from '../../../../frame-view.tsx'

export const Route = createFileRoute('/user/_shell/iframe/$url')({
  head: async ({ params, match }) =>
    (await import('../../../../frame-head.ts')).frameHead({ url: params.url, context: match.context }),
  component: Frame,
})

function Frame() {
  return <FrameView url={Route.useParams().url} context={Route.useRouteContext()} />
}
