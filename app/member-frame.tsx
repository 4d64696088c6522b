import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import type { getMemberBoot } from '#src/features/auth/auth.functions.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { MemberShell } from '#src/layout/member-shell.tsx'
import { shellMenus } from '#src/layout/menu-routes.ts'
import { pageExists } from './guards.ts'
import type { RouteContext } from './route-context.ts'
import { usePresence } from './use-presence.ts'
import { useSignOut } from './use-session.ts'

type Boot = NonNullable<Awaited<ReturnType<typeof getMemberBoot>>>

/** The member center's shell, for both of its addresses. */
export function MemberFrame({ area, context }: { area: 'user' | 'center'; context: RouteContext & { boot: Boot } }) {
  const { pathname } = useLocation()
  const { data: site } = useSuspenseQuery(siteQuery)
  const menus = shellMenus(context.boot.menus, area, (path) => pageExists(context, path))
  const signOut = useSignOut('user')
  usePresence('user', context.boot.person)
  return (
    <MemberShell
      menus={menus}
      person={context.boot.person}
      siteName={site.siteName}
      currentPath={pathname}
      onSignOut={signOut}
      headNav={site.headNav}
      recordNumber={site.recordNumber}
    >
      <Outlet />
    </MemberShell>
  )
}
