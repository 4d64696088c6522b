import { m } from '#src/i18n/paraglide/messages.js'
import type { Option } from './description.ts'

/**
 * The pages of the member center that rules can show. The value is the component of a rule, the path of the page below
 * /user and /center, and the node that a member needs for it: the name of the built-in rule.
 */
export const memberPages = [
  { value: 'account/overview', label: m.menu_overview },
  { value: 'account/profile', label: m.menu_profile },
  { value: 'account/changePassword', label: m.menu_changePassword },
  { value: 'account/balance', label: m.menu_balance },
  { value: 'account/integral', label: m.menu_integral },
  { value: 'account/results', label: m.menu_ownResults },
  { value: 'account/family', label: m.menu_family },
  { value: 'account/messages', label: m.menu_messages },
  { value: 'account/security', label: m.menu_memberSecurity },
  { value: 'account/data', label: m.menu_ownData },
] as const satisfies readonly Option[]

/** A permission node of a page of the member center. */
export type MemberNode = (typeof memberPages)[number]['value']

/** The pages of the public site that routes can show, with their paths. */
export const publicPages = [
  { value: 'site/home', label: m.pagesTitle_home, path: '/' },
  { value: 'site/terms', label: m.pagesTitle_terms, path: '/terms' },
  { value: 'site/privacy', label: m.pagesTitle_privacy, path: '/privacy' },
] as const

/** Whether a component is a page of the member center. */
export function isMemberPage(component: string): component is MemberNode {
  return memberPages.some(({ value }) => value === component)
}

/** The path of the page that a component names: on the public site, or in the member center. */
export function pathOfPage(component: string): string | undefined {
  const open = publicPages.find(({ value }) => value === component)
  return open?.path ?? (isMemberPage(component) ? `/user/${component}` : undefined)
}
