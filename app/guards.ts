import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { adminBootQuery, memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import type { Area } from '#src/layout/menu-routes.ts'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'
import { can, type Node } from '#src/resource/registry.ts'
import { inTime } from './in-time.ts'
import type { RouteContext } from './route-context.ts'

type Context = { queryClient: QueryClient }

/** The place that a location stands for, as the loading route and the login page carry it. */
export function redirectTargetOf(location: ParsedLocation): RedirectTarget {
  return { path: location.pathname, query: location.search as Record<string, unknown> }
}

type Guarded = { context: Context; location: ParsedLocation }

/** Milliseconds that the server waits for the back end: with a page, and with the screen that is there for waiting. */
export const PATIENCE = { page: 2500, loading: 1000 }

/** What a query brings; undefined when the server has waited long enough for it. */
async function soon<T>({ queryClient }: Context, queryKey: QueryKey, asked: Promise<T>, patience: number) {
  const answer = await inTime(asked, patience)
  // Or the page's answer would stay open for it.
  if (answer === undefined) queryClient.removeQueries({ queryKey, exact: true })
  return answer
}

/** The same for what a page can do without: neither its failure nor its absence is the page's. Whether there is something. */
export async function optional<T>(queryClient: QueryClient, queryKey: QueryKey, asked: Promise<T>) {
  const answer = await inTime(asked, PATIENCE.loading).catch(() => undefined)
  if (answer === undefined) queryClient.removeQueries({ queryKey, exact: true })
  return Boolean(answer)
}

/** Person and menus of a side; null when nobody is signed in. */
export const adminBoot = (context: Context, patience: number) => {
  const asked = context.queryClient.ensureQueryData({ ...adminBootQuery, revalidateIfStale: true })
  return soon(context, adminBootQuery.queryKey, asked, patience)
}
export const memberBoot = (context: Context, patience: number) => {
  const asked = context.queryClient.ensureQueryData({ ...memberBootQuery, revalidateIfStale: true })
  return soon(context, memberBootQuery.queryKey, asked, patience)
}

/** Lets the signed-in admin pass; everybody else goes to the login page, with the way back. */
export async function adminGuard({ context, location }: Guarded & { context: Pick<RouteContext, 'routeAt'> }) {
  const boot = await adminBoot(context, PATIENCE.page)
  // What nothing in the code matches is carried to the loading route, whoever comes.
  const unmatched = !boot && context.routeAt(location.pathname) === RUNTIME_PAGES
  if (boot === undefined || unmatched) throw loadingAt('admin', redirectTargetOf(location))
  if (!boot) throw redirect({ to: '/admin/login', search: { to: redirectTargetOf(location) } })
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
export async function memberGuard({ context, location }: Guarded) {
  const boot = await memberBoot(context, PATIENCE.page)
  if (boot === undefined)
    throw loadingAt(location.pathname.startsWith('/center') ? 'center' : 'user', redirectTargetOf(location))
  if (!boot) throw redirect({ to: '/user/login', search: { to: redirectTargetOf(location) } })
  return { boot }
}

/** Guard of a login page: whoever is signed in there goes on to where they wanted to be. */
export async function signedOutGuard(side: Side, context: Context, to: RedirectTarget | undefined) {
  // A back end that does not answer is no reason to keep anybody from the form.
  const boot = await (side === 'admin' ? adminBoot : memberBoot)(context, PATIENCE.loading).catch(() => undefined)
  if (!boot) return
  const area = side === 'user' && to?.path.startsWith('/center') ? 'center' : side
  throw loadingAt(area, to ?? { path: `/${side}`, query: {} })
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

/** The route that finds out on the way whether there is a stored resource at a path. */
export const RUNTIME_PAGES = '/admin/_shell/$'

/** Whether a path leads to a page of its own, and not to a route that catches what nothing else does. */
export function pageExists(context: Pick<RouteContext, 'routeAt'>, path: string): boolean {
  const id = context.routeAt(path)
  return id !== undefined && !id.endsWith('$')
}

/** Carries a path that nothing matches to the loading route of its area. */
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
