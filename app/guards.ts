import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { can, type Node } from '#src/crud/registry.ts'
import { adminBootQuery, memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { type Area, firstPage, shellMenus } from '#src/layout/menu-routes.ts'
import { placeOf } from '#src/layout/place.ts'
import { onSite, type Way } from '#src/layout/way.ts'
import type { RouteContext } from './route-context.ts'

type Context = { queryClient: QueryClient }

/** The place that a location stands for, as the loading route and the login page carry it. */
export function wayOf(location: ParsedLocation): Way {
  return { path: location.pathname, query: location.search as Record<string, unknown> }
}

type Guarded = { context: Context; location: ParsedLocation; back?: Way }

/**
 * Lets the signed-in admin pass; everybody else goes to the login page, with the way back.
 * @param back where the person wanted to be, when that is not the location itself
 */
export async function adminGuard({ context, location, back }: Guarded) {
  const boot = await context.queryClient.ensureQueryData({ ...adminBootQuery, revalidateIfStale: true })
  if (!boot) throw redirect({ to: '/admin/login', search: { to: back ?? wayOf(location) } })
  return { boot, holder: holderOf(boot.person) }
}

type Holder = { super: boolean; nodes: Set<string> }

const holders = new WeakMap<object, Holder>()

/** The same as long as the person is: pages that stay alive are not to be drawn anew with every navigation. */
function holderOf(person: { super: boolean; permissions: readonly string[] }): Holder {
  const known = holders.get(person)
  if (known) return known
  const holder = { super: person.super, nodes: new Set(person.permissions) }
  holders.set(person, holder)
  return holder
}

/** Lets the signed-in member pass. */
export async function memberGuard({ context, location, back }: Guarded) {
  const boot = await context.queryClient.ensureQueryData({ ...memberBootQuery, revalidateIfStale: true })
  if (!boot) throw redirect({ to: '/user/login', search: { to: back ?? wayOf(location) } })
  return { boot }
}

/** Guard of the members' way in: a pig back end has no members, and the product then no member center. */
export async function membersExist({ context, location }: { context: Context; location: ParsedLocation }) {
  const { backend } = await context.queryClient.ensureQueryData(siteQuery)
  if (backend === 'pig') throw redirect({ to: '/404', search: { path: location.pathname } })
}

/** Guard of a page behind a node: the endpoints decide, this only spares people a page full of refusals. */
export function nodeGuard(node: Node) {
  return ({ context }: { context: { holder: Holder } }) => {
    if (!can(context.holder, node)) throw redirect({ to: '/401' })
  }
}

/** Whether a path leads to a page of its own, and not to a route that catches what nothing else does. */
export function pageExists(context: Pick<RouteContext, 'routeAt'>, path: string): boolean {
  const id = context.routeAt(path)
  return id !== undefined && !id.endsWith('$')
}

/**
 * Where a loading route goes on to: the target when it exists, /404 when not; without a target, or with one that leads
 * off the site, the first page of the area. What the person may not see is the target's own guard to say.
 */
export async function onward(context: RouteContext, area: Area, to: Way | undefined, location: ParsedLocation) {
  const guard = area === 'admin' ? adminGuard : memberGuard
  const target = onSite(to)
  const { boot } = await guard({ context, location, back: target ?? { path: `/${area}`, query: {} } })
  // The area itself is no page: it would lead here again.
  if (target && !/^\/(admin|user|center)\/?$/.test(target.path)) {
    if (!pageExists(context, target.path)) throw redirect({ to: '/404', search: { path: target.path } })
    throw redirect({ to: target.path, search: target.query, replace: true })
  }
  const first = firstPage(shellMenus(boot.menus, area, (path) => pageExists(context, path)))
  throw redirect({ ...placeOf(first ?? '/401'), replace: true })
}

/** Carries a path that nothing matches to the loading route of its area. */
export function toLoading(area: Area) {
  return ({ location }: { location: ParsedLocation }) => {
    const search = { to: wayOf(location) }
    if (area === 'admin') throw redirect({ to: '/admin/loading/{-$to}', search })
    if (area === 'user') throw redirect({ to: '/user/loading/{-$to}', search })
    throw redirect({ to: '/center/loading/{-$to}', search })
  }
}
