import { siteQuery } from '#src/features/site/site.queries.ts'
import type { BootMenu } from '#src/layout/boot-menu.ts'
import { FramePage } from '#src/layout/frame/frame.page.tsx'
import { frameTitle, menuFrameHosts } from '#src/layout/frame/frame-hosts.ts'
import { pageTitle } from '#src/layout/page-title.ts'
import type { RouteContext } from './route-context.ts'

type FrameProps = { url: string; context: RouteContext & { boot: { menus: BootMenu[] } } }

/** Another site's page that a menu leads to. */
export function FrameView({ url, context }: FrameProps) {
  const { menus } = context.boot
  return (
    <FramePage
      url={url}
      title={frameTitle(menus, url)}
      hosts={menuFrameHosts(menus)}
      documentHosts={new Set(context.frameHosts())}
      onStale={reload}
    />
  )
}

/** The document is called as the menu is. */
export function frameHead({ url, context }: FrameProps) {
  const site = context.queryClient.getQueryData(siteQuery.queryKey)
  return { meta: [{ title: pageTitle({ text: frameTitle(context.boot.menus, url) }, site?.siteName ?? '') }] }
}

function reload(): void {
  window.location.reload()
}
