import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Pinned } from '#src/ui/pinned.ts'
import { Brand } from './brand.tsx'
import { useLayout } from './config/layout-context.tsx'
import { layout } from './config/layout-store.ts'
import { HeaderTools, type HeaderToolsProps } from './header-tools.tsx'
import type { ShellMenu } from './menu/shell-menu.ts'

// Two of the four layouts have it.
const BarMenu = lazyPart(async () => (await import('./menu/bar-menu.tsx')).BarMenu)

type ShellHeaderProps = {
  menus: readonly ShellMenu[]
  trail: readonly ShellMenu[]
  label: string
  siteName: string
  /** Whether an aside stands at the left of the header. */
  aside: boolean
  tools: HeaderToolsProps
  tabBar?: ReactNode
}

/** In Default the parts of the bar are cards on the page's background, with the tabs between them. */
const card = 'lg:rounded-lg lg:border lg:border-line lg:bg-(--bar) lg:shadow-low'

/** The top bar. In a narrow window it has two rows: menu button, brand and tools; and the tabs, which name the page. */
export function ShellHeader({ menus, trail, label, siteName, aside, tools, tabBar }: ShellHeaderProps) {
  const { layoutMode, menuCollapse } = useLayout()
  const floating = layoutMode === 'Default'
  const withMenu = layoutMode === 'Streamline' || layoutMode === 'Double'
  return (
    <Pinned value>
      <header
        className={cx(
          'bar-scope no-print sticky top-0 z-30 flex flex-wrap items-center gap-x-1 px-2 sm:px-3 lg:h-(--header-height) lg:flex-nowrap',
          'border-line bg-(--bar) max-lg:border-b',
          floating ? 'lg:gap-x-2 lg:bg-ground lg:px-4 lg:pt-3' : 'lg:border-b',
        )}
      >
        <div className="touch flex h-13 min-w-0 items-center gap-1 max-lg:flex-1 lg:contents">
          <IconButton label={m.shell_openMenu()} onClick={() => layout.collapse(false)} className="lg:hidden">
            <MenuIcon size={18} />
          </IconButton>
          {aside && (
            <IconButton
              label={menuCollapse ? m.shell_expandMenu() : m.shell_collapseMenu()}
              onClick={() => layout.collapse(!menuCollapse)}
              className={cx('max-lg:hidden', floating && cx(card, 'size-11'))}
            >
              {menuCollapse ? <PanelLeftOpen size={17} /> : <PanelLeftClose size={17} />}
            </IconButton>
          )}
          <Link
            to="/admin"
            activeOptions={{ exact: true }}
            className={cx('mr-3 flex min-h-11 max-w-52 min-w-0 items-center lg:shrink-0', aside && 'lg:hidden')}
          >
            <Brand name={siteName} wholeOrNone />
          </Link>
          {withMenu && <BarMenu menus={menus} trail={trail} label={label} firstLevel={layoutMode === 'Double'} />}
        </div>
        {/* A narrow window has this row in every layout, even before the script knows that the window is narrow. */}
        <div
          className={cx(
            'flex min-w-0 items-center self-stretch max-lg:order-last max-lg:h-10 max-lg:w-full',
            withMenu ? 'lg:hidden' : 'lg:flex-1',
          )}
        >
          {!withMenu && tabBar}
        </div>
        <HeaderTools {...tools} className={cx(floating && cx(card, 'lg:h-11 lg:px-1.5'))} />
      </header>
    </Pinned>
  )
}
