import type { EnsureQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { BackendError } from '#src/backend/backend-error.ts'
import { adminBootQuery, memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import type { Area } from '#src/layout/menu/menu-routes.ts'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'
import type { MemberNode } from '#src/resource/member-pages.ts'
import { can, type Node } from '#src/resource/registry.ts'
import { inTime } from './in-time.ts'
import { isOutdated, renewBoot } from './permission-watch.ts'
import { hasNoSession } from './request-cookies.ts'
import type { RouteContext } from './route-context.ts'

type Context = { queryClient: QueryClient }

/** Converts a location to the target in the URL of the loading route and of the login page. */
export function redirectTargetOf(location: ParsedLocation): RedirectTarget {
  return { path: location.pathname, query: location.search as Record<string, unknown> }
}

type Guarded = { context: Context; location: ParsedLocation }

/** Milliseconds that the server waits for the back end: for a page, and for the loading screen. */
export const PATIENCE = { page: 2500, loading: 1000 }

/** Returns the data of a query; undefined when the server has waited `patience` milliseconds. */
async function soon<T>({ queryClient }: Context, queryKey: QueryKey, asked: Promise<T>, patience: number) {
  const answer = await inTime(asked, patience)
  // A pending query would keep the page's response open.
  if (answer === undefined) queryClient.removeQueries({ queryKey, exact: true })
  return answer
}

/** Loads data that a page can do without: a failure or a time-out is ignored. Returns whether there is data. */
export async function optional<T, K extends QueryKey>(
  queryClient: QueryClient,
  query: EnsureQueryDataOptions<T, Error, T, K>,
) {
  const answer = await inTime(queryClient.ensureQueryData(query), PATIENCE.loading).catch(() => undefined)
  if (answer === undefined) queryClient.removeQueries({ queryKey: query.queryKey, exact: true })
  return Boolean(answer)
}

/** The user and the menus of a side; null when no user is signed in, undefined after a time-out. */
export const adminBoot = async (context: Context, patience: number, to?: RedirectTarget) => {
  if (hasNoSession('admin')) return noBoot(context, adminBootQuery.queryKey)
  await renewOutdated(context, 'admin')
  const asked = context.queryClient.ensureQueryData({ ...adminBootQuery, revalidateIfStale: true })
  return soon(context, adminBootQuery.queryKey, asked, patience).catch(barredTo('/admin/login', to))
}
export const memberBoot = async (context: Context, patience: number, to?: RedirectTarget) => {
  if (hasNoSession('user')) return noBoot(context, memberBootQuery.queryKey)
  await renewOutdated(context, 'user')
  const asked = context.queryClient.ensureQueryData({ ...memberBootQuery, revalidateIfStale: true })
  return soon(context, memberBootQuery.queryKey, asked, patience).catch(barredTo('/user/login', to))
}

/** Whoever is signed in and can do nothing goes to the login page, which says what to do. */
function barredTo(page: '/admin/login' | '/user/login', to: RedirectTarget | undefined) {
  return (error: unknown): never => {
    const barred = error instanceof BackendError ? error.barred : undefined
    throw barred ? redirect({ to: page, search: { to, barred } }) : error
  }
}

/** Asks again for user and menus when an answer has come since with later permissions. */
async function renewOutdated({ queryClient }: Context, side: Side): Promise<void> {
  const { queryKey } = side === 'admin' ? adminBootQuery : memberBootQuery
  const known: Parameters<typeof isOutdated>[0] = queryClient.getQueryData(queryKey)
  if (isOutdated(known, side)) await renewBoot(queryClient, side)
}

/** What the back end would answer, kept as if it had been asked. */
function noBoot({ queryClient }: Context, queryKey: QueryKey): null {
  queryClient.setQueryData(queryKey, null)
  return null
}

/** Lets a signed-in admin pass. Redirects other visitors to the login page, with this page as the target. */
export async function adminGuard({ context, location }: Guarded & { context: Pick<RouteContext, 'routeAt'> }) {
  const boot = await adminBoot(context, PATIENCE.page, redirectTargetOf(location))
  // Without a user, a path that matches no route in code goes to the loading route.
  const unmatched = !boot && context.routeAt(location.pathname) === RUNTIME_PAGES
  if (boot === undefined || unmatched) throw loadingAt('admin', redirectTargetOf(location))
  if (!boot) throw redirect({ to: '/admin/login', search: { to: redirectTargetOf(location) } })
  if (mustEnroll(boot.person)) throw redirect({ to: '/admin/enroll' })
  return { boot, holder: holderOf(boot.person) }
}

/** Whether somebody has to set up a second factor before anything else. */
export function mustEnroll({ factorDue }: { factorDue?: string | null }): boolean {
  return factorDue != null && Date.parse(factorDue) <= Date.now()
}

type Holder = { super: boolean; nodes: Set<string>; off: Set<string> }

const holders = new WeakMap<object, Holder>()

/**
 * What a user holds in the area of the page: each area has its own map. The same object for the same user, so that
 * kept-alive pages do not render again with every navigation.
 */
export function holderOf(person: { super?: boolean; permissions: readonly string[]; off?: readonly string[] }): Holder {
  const known = holders.get(person)
  if (known) return known
  const { permissions, off } = person
  const holder = { super: person.super === true, nodes: new Set(permissions), off: new Set(off) }
  holders.set(person, holder)
  return holder
}

/**
 * Lets a signed-in member pass who has the rule of the page. Redirects other visitors to the login page, with this page
 * as the target.
 */
export async function memberGuard({ context, location }: Guarded & { context: Pick<RouteContext, 'nodeAt'> }) {
  await centerOpen(context)
  const boot = await memberBoot(context, PATIENCE.page, redirectTargetOf(location))
  if (boot === undefined)
    throw loadingAt(location.pathname.startsWith('/center') ? 'center' : 'user', redirectTargetOf(location))
  if (!boot) throw redirect({ to: '/user/login', search: { to: redirectTargetOf(location) } })
  const holder = holderOf(boot.person)
  const node = context.nodeAt(location.pathname)
  if (node) nodeGuard(node)({ context: { holder }, location })
  return { boot, holder }
}

/** Guard of a login page: redirects a signed-in user to the target. */
export async function signedOutGuard(side: Side, context: Context, to: RedirectTarget | undefined) {
  // The form is shown even if the back end does not answer.
  const boot = await (side === 'admin' ? adminBoot : memberBoot)(context, PATIENCE.loading).catch(() => undefined)
  if (!boot) return
  const area = side === 'user' && to?.path.startsWith('/center') ? 'center' : side
  throw loadingAt(area, to ?? { path: `/${side}`, query: {} })
}

/** Guard of the members' login page: a pig back end has no members, so there is no member center. */
export async function membersExist({ context, location }: { context: Context; location: ParsedLocation }) {
  await centerOpen(context)
  const { backend } = await context.queryClient.ensureQueryData(siteQuery)
  if (backend === 'pig') throw redirect({ to: '/404', search: { path: location.pathname } })
}

/** Shows the sentence of the closed member center instead of any of its pages. */
async function centerOpen({ queryClient }: Context): Promise<void> {
  const { center } = await queryClient.ensureQueryData(siteQuery)
  if (!center.open) throw redirect({ to: '/user/closed' })
}

/** Guard of the page that says so: it exists only while the center is closed. */
export async function centerClosed({ context }: { context: Context }) {
  const { center } = await context.queryClient.ensureQueryData(siteQuery)
  if (center.open) throw redirect({ to: '/user' })
}

/**
 * Guard of a page with a node. The endpoints enforce the node; the guard only avoids a page full of errors. A part of
 * the product that is off has no pages.
 */
export function nodeGuard(node: Node | MemberNode) {
  return ({ context, location }: { context: { holder: Holder }; location: ParsedLocation }) => {
    if (context.holder.off.has(node)) throw redirect({ to: '/404', search: { path: location.pathname } })
    if (!can(context.holder, node)) throw redirect({ to: '/401', search: { path: location.pathname } })
  }
}

/** Id of the route that checks in its guard whether a path has a runtime resource. */
export const RUNTIME_PAGES = '/admin/_shell/$'

/** Whether a path has a route of its own, and not only a catch-all route. */
export function pageExists(context: Pick<RouteContext, 'routeAt'>, path: string): boolean {
  const id = context.routeAt(path)
  return id !== undefined && !id.endsWith('$')
}

/** Guard that redirects a path without a route to the loading route of its area. */
export function toLoading(area: Area) {
  return ({ location }: { location: ParsedLocation }) => {
    throw loadingAt(area, redirectTargetOf(location))
  }
}

function loadingAt(area: Area, to: RedirectTarget) {
  const search = { to }
  if (area === 'admin') return redirect({ to: '/admin/loading/{-$to}', search })
  if (area === 'user') return redirect({ to: '/user/loading/{-$to}', search })
  return redirect({ to: '/center/loading/{-$to}', search })
}
