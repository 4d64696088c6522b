import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AdminShell } from '#src/layout/admin-shell.tsx'
import { defaultChoices } from '#src/layout/config/layout-config.ts'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { layout } from '#src/layout/config/layout-store.ts'
import { iconQuery } from '#src/layout/icons/icon.queries.ts'
import type { ShellMenu } from '#src/layout/menu/shell-menu.ts'
import type { ShellHelp } from '#src/layout/menu/side-foot.tsx'
import { Toaster } from '#src/ui/toast.tsx'
import '../../../app/styles.css'

type Kind = ShellMenu['kind']
let id = 0

export function entry(title: string, path: string, kind: Kind = 'tab', children: ShellMenu[] = []): ShellMenu {
  id += 1
  return { id, title, kind, path, iconSvg: null, children }
}

export const dir = (title: string, ...children: ShellMenu[]) => entry(title, '', 'dir', children)

/** A menu with entries of every kind. */
export const menus = [
  entry('Dashboard', '/admin/dashboard'),
  dir(
    'Base',
    entry('Organizations', '/admin/org'),
    dir('Deeper', entry('Subjects', '/admin/subject'), dir('Deepest', entry('Years', '/admin/year'))),
  ),
  dir('People', entry('Users', '/admin/user'), entry('Roles', '/admin/role')),
  dir('Elsewhere', entry('Help', 'https://example.com/help', 'link')),
  entry('Odd', '', 'unknown'),
  entry('Gone', '/admin/gone'),
]

type Opening = Parts & { path?: string; width?: number; height?: number }
type Parts = { menus?: ShellMenu[]; siteName?: string; help?: ShellHelp; clearCache?: () => Promise<void> }

/** Renders the shell in a router of its own. Its pages show only their path. */
export async function openShell({ path = '/admin/org', width = 1280, height = 800, ...props }: Opening = {}) {
  await page.viewport(width, height)
  const signOut = vi.fn(async () => {})
  const shell = () => <Shell {...props} onSignOut={signOut} />
  const root = createRootRoute({ component: () => <Outlet /> })
  const paths = ['/admin/dashboard', '/admin/org', '/admin/subject', '/admin/year', '/admin/user', '/admin/role']
  const area = createRoute({ getParentRoute: () => root, id: 'shell', component: shell })
  const pages = paths.map((path) =>
    createRoute({ getParentRoute: () => area, path, component: () => <h1>{`page ${path}`}</h1> }),
  )
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([home, area.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const client = new QueryClient()
  // The server draws this icon, and there is no server here.
  client.setQueryData(iconQuery(defaultChoices.menuDefaultIcon).queryKey, null)
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { screen, router, signOut }
}

function Shell({ menus: given = menus, ...rest }: Parts & { onSignOut(): Promise<void> }) {
  const { href } = useLocation()
  return (
    <AdminShell
      menus={given}
      person={{ nickname: '李老师', username: 'li', avatar: '', last_login_time: '2026-03-01T01:02:03Z' }}
      siteName="量尺测评"
      timeZone="Asia/Shanghai"
      currentPath={href}
      initialLayout={readLayoutCookies(document.cookie)}
      {...rest}
    >
      <Outlet />
    </AdminShell>
  )
}

/** Resets the layout and clears the storages. For the start of each test. */
export function forgetLayout(): void {
  layout.resize(false)
  layout.showDrawer(false)
  layout.restore()
  localStorage.clear()
  sessionStorage.clear()
}
