import { Link } from '@tanstack/react-router'
import { ExternalLink, Menu as MenuIcon, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Drawer } from '#src/ui/drawer.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { AccountMenu, type ShellPerson } from './account-menu.tsx'
import { Brand, BrandMark } from './brand.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { IconMenu } from './icon-menu.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { type ShellMenu, trailTo } from './shell-menu.ts'
import { SideMenu } from './side-menu.tsx'
import { SkipLink } from './skip-link.tsx'
import { useTabFullScreen } from './tabs/use-tabs.ts'
import { ThemeSwitch } from './theme.tsx'
import { useCollapsed } from './use-collapsed.ts'

type AdminShellProps = {
  menus: ShellMenu[]
  person: ShellPerson
  siteName: string
  currentPath: string
  /** The stored choice, when the server knows it (`readMenuCookie`): then the menu does not jump at first. */
  initialCollapsed?: boolean
  onSignOut(): Promise<void>
  /** The bar of open tabs, where the layout has room for it. */
  tabBar?: ReactNode
  children: ReactNode
}

/** The back office around a page: side menu, header, account. */
export function AdminShell({
  menus,
  person,
  siteName,
  currentPath,
  initialCollapsed,
  onSignOut,
  tabBar,
  children,
}: AdminShellProps) {
  const fullScreen = useTabFullScreen()
  const [collapsed, setCollapsed] = useCollapsed(initialCollapsed)
  const [drawer, setDrawer] = useState(false)
  const menu = { menus, currentPath, label: m.shell_mainMenu() }
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <aside
        className={cx(
          'no-print sticky top-0 flex h-dvh shrink-0 flex-col border-r border-line bg-menu max-lg:hidden',
          fullScreen && 'hidden',
          collapsed ? 'w-(--menu-width-collapsed)' : 'w-(--menu-width)',
        )}
      >
        <Link
          to="/admin"
          activeOptions={{ exact: true }}
          className={cx('flex h-(--header-height) items-center', collapsed ? 'justify-center' : 'px-5')}
        >
          {collapsed ? <BrandMark label={siteName} /> : <Brand name={siteName} />}
        </Link>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {collapsed ? <IconMenu {...menu} /> : <SideMenu {...menu} />}
        </div>
      </aside>

      <Drawer
        open={drawer}
        onClose={() => setDrawer(false)}
        label={m.shell_mainMenu()}
        head={<Brand name={siteName} />}
      >
        <SideMenu {...menu} onChoose={() => setDrawer(false)} />
      </Drawer>

      <div className="flex min-w-0 flex-1 flex-col">
        <header
          className={cx(
            'no-print sticky top-0 z-30 flex h-(--header-height) items-center gap-1 border-b border-line bg-surface px-2 sm:px-3',
            fullScreen && 'hidden',
          )}
        >
          <IconButton label={m.shell_openMenu()} onClick={() => setDrawer(true)} className="lg:hidden">
            <MenuIcon size={18} />
          </IconButton>
          <IconButton
            label={collapsed ? m.shell_expandMenu() : m.shell_collapseMenu()}
            onClick={() => setCollapsed(!collapsed)}
            className="max-lg:hidden"
          >
            {collapsed ? <PanelLeftOpen size={17} /> : <PanelLeftClose size={17} />}
          </IconButton>
          <Breadcrumb trail={trailTo(menus, currentPath)} />
          <Link
            to="/"
            aria-label={m.shell_publicSite()}
            title={m.shell_publicSite()}
            className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <ExternalLink aria-hidden size={16} />
          </Link>
          <LanguageSwitch />
          <ThemeSwitch />
          <AccountMenu person={person} onSignOut={onSignOut} />
        </header>
        {!fullScreen && <div className="no-print flex h-10 px-3 sm:px-4">{tabBar}</div>}
        <main
          id="main"
          tabIndex={-1}
          className={cx(
            'min-w-0 flex-1 p-3 pt-1 outline-none sm:p-4 sm:pt-1',
            fullScreen ? '[--chrome-height:1.25rem]' : '[--chrome-height:calc(var(--header-height)+3.75rem)]',
          )}
        >
          {children}
        </main>
      </div>
    </div>
  )
}
