import { type ReactNode, use, useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { useWarm } from '#src/ui/use-warm.ts'
import type { PasswordPlace, ShellPerson } from './account-menu.tsx'
import { BrandColourContext } from './brand.tsx'
import type { LayoutChoices } from './config/layout-config.ts'
import { LayoutProvider, useLayout } from './config/layout-context.tsx'
import { shellColours } from './config/shell-colours.ts'
import type { HeaderToolsProps } from './header-tools.tsx'
import { DefaultIcon } from './icons/default-icon.tsx'
import { NarrowMenu } from './menu/narrow-menu.tsx'
import { type ShellMenu, trailTo } from './menu/shell-menu.ts'
import type { ShellHelp } from './menu/side-foot.tsx'
import { PageEntrance } from './page-entrance.tsx'
import { ShellAside } from './shell-aside.tsx'
import { ShellHeader } from './shell-header.tsx'
import { ShortcutsHost } from './shortcuts/shortcuts-host.tsx'
import { SkipLink } from './skip-link.tsx'
import { useTabFullScreen } from './tabs/use-tabs.ts'

const LayoutDrawer = lazyPart(async () => (await import('./config/layout-drawer.tsx')).LayoutDrawer, null, {
  place: 'over',
  warm: 'later',
})

type AdminShellProps = Pick<HeaderToolsProps, 'clearCache' | 'palette' | 'jobs' | 'notices' | 'terminal'> & {
  menus: ShellMenu[]
  person: ShellPerson & { last_login_time?: string | null }
  siteName: string
  help?: ShellHelp
  timeZone: string
  /** Path and query of the current page. */
  currentPath: string
  /** The layout as the server knows it, so that the first paint is correct. */
  initialLayout: LayoutChoices
  /** Path of the user's profile page, if the site has one. */
  profilePath?: string
  /** Where the user changes the password, if the back end can. */
  password?: PasswordPlace
  onSignOut(): Promise<void>
  /** The bar of open tabs. Layouts without room for it do not show it. */
  tabBar?: ReactNode
  /** A bar that stays in sight at the bottom of every page. */
  foot?: ReactNode
  children: ReactNode
}

/** The shell of the back office: menu, top bar and tabs around a page, in the layout that the user chose. */
export function AdminShell({ initialLayout, ...rest }: AdminShellProps) {
  return (
    <LayoutProvider initial={initialLayout}>
      <DefaultIcon>
        <Shell {...rest} />
      </DefaultIcon>
    </LayoutProvider>
  )
}

function Shell(props: Omit<AdminShellProps, 'initialLayout'>) {
  const { menus, person, siteName, help, timeZone, currentPath, profilePath, password, onSignOut, ...others } = props
  const { tabBar, foot, children, ...tools } = others
  useWarm()
  const config = useLayout()
  const fullScreen = useTabFullScreen()
  const { layoutMode, showDrawer } = config
  const brand = use(BrandColourContext)
  const colours = useMemo(() => shellColours(config, brand), [config, brand])
  // Once rendered, the drawer stays mounted, so that it restores the focus when it closes.
  const [withDrawer, setWithDrawer] = useState(false)
  if (showDrawer && !withDrawer) setWithDrawer(true)
  const trail = useMemo(() => trailTo(menus, currentPath), [menus, currentPath])
  const menu = { menus, trail, label: m.shell_mainMenu(), siteName }
  // Double shows the first level in the top bar, and the entries below it beside the page.
  const besides = layoutMode === 'Streamline' ? [] : layoutMode === 'Double' ? (trail[0]?.children ?? []) : menus
  const lastSignIn = { at: person.last_login_time ?? null, timeZone }
  const account = { person, profilePath, password, onSignOut, lastSignIn }
  return (
    <div
      style={colours}
      data-layout={layoutMode}
      data-tabs={tabBar !== undefined || undefined}
      data-full={fullScreen || undefined}
      className="shell flex min-h-dvh"
    >
      <SkipLink />
      {!fullScreen && besides.length > 0 && (
        <ShellAside
          {...menu}
          help={help}
          menus={besides}
          label={layoutMode === 'Double' ? m.shell_subMenu() : menu.label}
        />
      )}
      <NarrowMenu {...menu} help={help} />
      <div className="flex min-w-0 flex-1 flex-col">
        {!fullScreen && (
          <ShellHeader {...menu} aside={besides.length > 0} tools={{ account, ...tools }} tabBar={tabBar} />
        )}
        <main
          id="main"
          tabIndex={-1}
          className={cx('min-w-0 flex-1 outline-none print:p-0', fullScreen ? 'p-4' : 'p-3 lg:px-4 lg:pb-4')}
        >
          <PageEntrance>{children}</PageEntrance>
        </main>
        {foot}
      </div>
      {withDrawer && <LayoutDrawer />}
      <ShortcutsHost />
    </div>
  )
}
