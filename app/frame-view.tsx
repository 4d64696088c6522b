import { FramePage } from '#src/layout/frame/frame.page.tsx'
import { frameTitle, menuFrameHosts } from '#src/layout/frame/frame-hosts.ts'
import type { BootMenu } from '#src/layout/menu/boot-menu.ts'
import type { RouteContext } from './route-context.ts'

export type FrameProps = { url: string; context: RouteContext & { boot: { menus: BootMenu[] } } }

/** A page of another site that a menu opens. */
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

function reload(): void {
  window.location.reload()
}
