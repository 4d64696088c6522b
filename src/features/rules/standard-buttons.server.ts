import { eq } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { registry, verbNodes } from '#src/resource/registry.ts'
import { runtimeKey } from '#src/resource/runtime-component.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { authorityOf } from '#src/server/access/rights.server.ts'
import { isTitleKey } from '#src/server/access/rule-titles.server.ts'
import { findResource } from '#src/server/crud/resource-registry.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { ruleResource } from './rule.api.server.ts'
import { grantLikeParents } from './rule-grants.server.ts'

type Verb = { verb: string; node: string }
type Menu = { id: number; name: unknown; component: unknown }

/**
 * Adds the buttons that a menu lacks of those that its resource has a verb for, and grants them like any new rule.
 * @returns how many were added, and how many roles got them
 * @throws AppError 404, 403 for somebody who does not have them, 422 for a menu without a resource
 */
export async function addStandardButtons(
  tx: Db,
  actor: Actor,
  id: number,
): Promise<{ count: number; roles: number; name: string }> {
  const menu = await findRow(tx, ruleResource, actor, id, true)
  if (!menu) throw new AppError(404, m.error_rowMissing())
  const found = menu.type === 'menu' ? await verbsOf(tx, { id, name: menu.name, component: menu.component }) : undefined
  if (!found) throw invalid({ id: [m.menuRule_noResource()] })
  const known = await tx
    .select({ name: rule.name, pid: rule.pid, key: rule.sortKey })
    .from(rule)
    .where(eq(rule.area, 'admin'))
  const taken = new Set(known.map(({ name }) => name.toLowerCase()))
  const missing = found.verbs.filter(({ node }) => !taken.has(node.toLowerCase()))
  const [first] = missing
  const name = String(menu.name)
  if (!first) return { count: 0, roles: 0, name }
  if (!(await authorityOf(tx, actor)).super) throw new AppError(403, m.error_ruleNode({ name: first.node }))
  const last = known
    .filter(({ pid }) => pid === id)
    .map(({ key }) => key)
    .sort()
    .at(-1)
  const keys = generateNKeysBetween(last ?? null, null, missing.length)
  const added = await tx
    .insert(rule)
    .values(
      missing.map(({ verb, node }, at) => ({
        area: 'admin' as const,
        pid: id,
        type: 'button' as const,
        title: isTitleKey(`button_${verb}`) ? `button_${verb}` : verb,
        name: node,
        builtIn: found.builtIn,
        sortKey: keys[at] ?? '',
      })),
    )
    .returning({ id: rule.id })
  const roles = await grantLikeParents(
    tx,
    actor,
    added.map((one) => one.id),
  )
  return { count: added.length, roles: roles.size, name }
}

/** The verbs of the resource that a menu shows. Those of a resource of the database go with its description. */
async function verbsOf(db: Db, { name, component }: Menu): Promise<{ verbs: Verb[]; builtIn: boolean } | undefined> {
  const stored = runtimeKey(String(component))
  if (stored !== undefined) {
    const served = await findResource(db, stored)
    return served && { verbs: verbNodes(served.resource.description), builtIn: false }
  }
  const entries = Object.entries(registry)
  const [key, { menu }] = entries.find(([, one]) => one.menu === component || one.menu === name) ?? ['', { menu: '' }]
  return key === '' ? undefined : { verbs: verbNodes({ key, menu }), builtIn: true }
}
