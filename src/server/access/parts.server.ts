import { sql } from 'drizzle-orm'
import { registry, verbNodes } from '#src/resource/registry.ts'

// Parts of the product that are switched like modules. What they have stored stays while they are off.

/** Whether announcements are on: the setting `announcements`, whose default is yes. */
export const announcementsOn = sql.raw(
  `coalesce((select value <> 'false'::jsonb from config where name = 'announcements'), true)`,
)

const { menu } = registry.announcement
const announcementNodes: ReadonlySet<string> = new Set([
  menu,
  ...verbNodes({ key: 'announcement', menu }).map(({ node }) => node),
])

/** Whether a call with these nodes belongs to such a part, so that it may be off. */
export function isOfPart(nodes: readonly string[]): boolean {
  return nodes.length > 0 && nodes.every((node) => announcementNodes.has(node))
}

/** The nodes of the parts that are off. Nobody holds them, no super administrator either. */
export function nodesOff(on: { announcements: boolean }): ReadonlySet<string> | undefined {
  return on.announcements ? undefined : announcementNodes
}
