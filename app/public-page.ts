import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { keptCode } from '#src/lib/line.ts'
import { pathOfPage } from '#src/resource/member-pages.ts'
import { redirectTargetOf } from './guards.ts'

const functions = keptCode(() => import('#src/features/rules/public-rules.functions.ts'))

/**
 * The page of another site that a path of the public site shows. Other paths lead on: to the page or the address that
 * their rule names, to the login page when only members have it, and to the 404 page without a rule.
 */
export async function pageOf(location: ParsedLocation): Promise<{ url: string; title: string }> {
  const { getPageAt } = await functions()
  const found = await getPageAt({ data: location.pathname })
  const missing = () => redirect({ to: '/404', search: { path: location.pathname } })
  if (!found) throw missing()
  if (found.access === 'signIn') throw redirect({ to: '/user/login', search: { to: redirectTargetOf(location) } })
  if (found.access === 'none' || !found.page) throw redirect({ to: '/401', search: { path: location.pathname } })
  const { menu_type, url, title, component } = found.page
  if (menu_type === 'link') throw redirect({ href: url })
  if (menu_type === 'iframe') return { url, title }
  const path = pathOfPage(component)
  throw path === undefined ? missing() : redirect({ to: path, search: location.search, replace: true })
}
