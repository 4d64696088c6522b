import { FramePage } from '#src/layout/frame/frame.page.tsx'
import { frameHost } from '#src/layout/frame/frame-hosts.ts'
import { PublicFrame } from './public-frame.tsx'
import type { RouteContext } from './route-context.ts'

type PublicPageViewProps = { page: { url: string; title: string }; context: RouteContext }

/** A page of another site that a rule shows on the public site. */
export function PublicPageView({ page, context }: PublicPageViewProps) {
  return (
    <PublicFrame>
      <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 py-4">
        <FramePage
          url={page.url}
          title={page.title}
          hosts={new Set([frameHost(page.url) ?? ''])}
          documentHosts={new Set(context.frameHosts())}
          onStale={() => window.location.reload()}
        />
      </div>
    </PublicFrame>
  )
}
