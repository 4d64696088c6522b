import { createFileRoute } from '@tanstack/react-router'
import { FrameView, frameHead } from '../../../../frame-view.tsx'

export const Route = createFileRoute('/user/_shell/iframe/$url')({
  head: ({ params, match }) => frameHead({ url: params.url, context: match.context }),
  component: Frame,
})

function Frame() {
  return <FrameView url={Route.useParams().url} context={Route.useRouteContext()} />
}
