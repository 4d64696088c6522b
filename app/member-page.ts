import type { PageTitle } from '#src/layout/page-title.ts'
import type { MemberNode } from '#src/resource/member-pages.ts'
import { nodeGuard } from './guards.ts'

/** The options of a page of the member center: its title, and the rule that a member needs for it. */
export function memberPage(node: MemberNode, title: PageTitle) {
  return { staticData: { title, node }, beforeLoad: nodeGuard(node) }
}
