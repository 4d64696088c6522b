import { Link } from '@tanstack/react-router'
import { cx } from '#src/lib/cx.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Pinned } from '#src/ui/pinned.ts'
import { Brand, BrandMark } from './brand.tsx'
import { menuWidth } from './config/layout-config.ts'
import { useLayout } from './config/layout-context.tsx'
import type { ShellMenu } from './menu/shell-menu.ts'
import { type ShellHelp, SideFoot } from './menu/side-foot.tsx'
import { SideMenu } from './menu/side-menu.tsx'

// Only a collapsed menu needs it. The place at the left has its width meanwhile.
const IconMenu = lazyPart(async () => (await import('./menu/icon-menu.tsx')).IconMenu, null, { warm: 'later' })

type ShellAsideProps = {
  menus: readonly ShellMenu[]
  trail: readonly ShellMenu[]
  label: string
  siteName: string
  help?: ShellHelp
}

/** The menu at the left of a wide window. In Default it is a card, otherwise it fills the edge of the window. */
export function ShellAside({ siteName, help, ...menu }: ShellAsideProps) {
  const config = useLayout()
  const { menuCollapse, menuShowTopBar, layoutMode } = config
  return (
    <Pinned value>
      <aside
        // The user's width and collapse state are known to the server, so the page does not jump on hydration.
        style={{ width: menuWidth({ ...config, shrink: false }) }}
        className={cx(
          'menu-scope no-print sticky flex shrink-0 flex-col overflow-hidden border-line bg-menu transition-[width] duration-200 max-lg:hidden',
          layoutMode === 'Default'
            ? 'top-3 ml-3 h-[calc(100dvh-1.5rem)] rounded-xl border shadow-low'
            : 'top-0 h-dvh border-r',
        )}
      >
        {menuShowTopBar ? (
          <Link
            to="/admin"
            activeOptions={{ exact: true }}
            className={cx(
              'mb-2 flex shrink-0 items-center bg-(--menu-bar) text-(--menu-bar-ink)',
              // Aligned with the top bar: its height less the bar's border, and in Default less the card's edge.
              layoutMode === 'Default' ? 'h-[calc(var(--header-height)-14px)]' : 'h-[calc(var(--header-height)-1px)]',
              menuCollapse ? 'justify-center' : 'px-5',
            )}
          >
            {menuCollapse ? <BrandMark label={siteName} /> : <Brand name={siteName} />}
          </Link>
        ) : (
          <div className="h-3 shrink-0" />
        )}
        {menuCollapse ? <IconMenu {...menu} /> : <SideMenu {...menu} />}
        {help && !menuCollapse && <SideFoot {...help} />}
      </aside>
    </Pinned>
  )
}
