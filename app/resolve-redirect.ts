import { redirect } from '@tanstack/react-router'
import { type Area, firstPage, shellMenus } from '#src/layout/menu/menu-routes.ts'
import { pagePlaceOf } from '#src/layout/place.ts'
import { pathOf } from '#src/layout/tabs/tab-path.ts'
import { keptCode } from '#src/lib/line.ts'
import { type RedirectTarget, targetOnSite } from '#src/lib/redirect-target.ts'
import { adminBoot, memberBoot, mustEnroll, PATIENCE, pageExists, RUNTIME_PAGES } from './guards.ts'
import type { RouteContext } from './route-context.ts'

const runtimeGuard = keptCode(() => import('./runtime-resource-guard.ts'))

// A file of its own, because the other guards are in the first script of every page.

/**
 * Redirects from a loading route: to the target when it exists, otherwise to /404. Without a target on this site, it
 * redirects to the first page of the area; without a signed-in user, to the login page. The target's own guard checks
 * the permission. The function returns only on the server, after a time-out.
 */
export async function resolveRedirect(context: RouteContext, area: Area, to: RedirectTarget | undefined) {
  const target = targetOnSite(to)
  const boot = await (area === 'admin' ? adminBoot : memberBoot)(context, PATIENCE.loading, target)
  if (boot === undefined) return
  if (boot === null) {
    const search = { to: target ?? { path: `/${area}`, query: {} } }
    throw redirect(area === 'admin' ? { to: '/admin/login', search } : { to: '/user/login', search })
  }
  if ('factorDue' in boot.person && mustEnroll(boot.person)) throw redirect({ to: '/admin/enroll', replace: true })
  // The path of the area is not a page: it would redirect here again.
  if (target && !/^\/(admin|user|center)\/?$/.test(target.path)) {
    if (!pageExists(context, target.path) && !(await isRuntimePage(context, target.path)))
      throw redirect({ to: '/404', search: { path: target.path } })
    throw redirect({ to: target.path, search: target.query, replace: true })
  }
  const first = firstPage(shellMenus(boot.menus, area, (path) => pageExists(context, path)))
  if (!first) throw redirect({ to: '/401', search: { path: `/${area}` }, replace: true })
  throw redirect({ ...pagePlaceOf(first), replace: true })
}

async function isRuntimePage(context: RouteContext, path: string): Promise<boolean> {
  if (context.routeAt(path) !== RUNTIME_PAGES) return false
  const { runtimePageAt } = await runtimeGuard()
  return runtimePageAt(context, pathOf(path).replace('/admin/', ''))
}
