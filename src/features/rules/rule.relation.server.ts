import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { halfWidth } from '#src/lib/any-width.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { Relation, TreeOption } from '#src/server/crud/resource.server.ts'
import { ruleTitle } from './rule-titles.server.ts'

/**
 * A relation to permission rules of the back office (resource `rule`), a tree with translated titles. An actor chooses
 * among the rules that the actor holds, so that nobody grants more than the own permissions.
 */
export const ruleRelation: Relation = {
  async labels(db, ids) {
    const rows = await db
      .select({ id: rule.id, title: rule.title, titleEn: rule.titleEn })
      .from(rule)
      .where(anyOf(rule.id, ids.map(Number)))
    return Object.fromEntries(rows.map(({ id, ...titled }) => [String(id), ruleTitle(titled)]))
  },
  async available(db, actor, ids) {
    const rows = await db
      .select({ id: rule.id })
      .from(rule)
      .where(and(heldBy(actor), anyOf(rule.id, ids)))
    return rows.map(({ id }) => id)
  },
  nodes: rulesOf,
  // The titles are message keys in the database, so the search looks at their translations.
  async search(db, actor, { quickSearch, limit, offset }) {
    const words = halfWidth(quickSearch).toLowerCase()
    const found = (await rulesOf(db, actor)).filter(({ label, hint }) =>
      halfWidth(`${label} ${hint}`).toLowerCase().includes(words),
    )
    return found
      .slice(offset, offset + limit)
      .map(({ value, label, hint }) => ({ value, label, ...(hint ? { hint } : {}) }))
  },
}

/** The rules that the actor holds, in the order of the menu. */
async function rulesOf(db: Db, actor: Actor, limit = 10_000): Promise<TreeOption[]> {
  const rows = await db
    .select({ value: rule.id, parent: rule.pid, title: rule.title, titleEn: rule.titleEn, hint: rule.name })
    .from(rule)
    .where(heldBy(actor))
    .orderBy(desc(rule.weight), asc(rule.sortKey))
    .limit(limit)
  return parentsFirst(rows.map(({ title, titleEn, ...node }) => ({ ...node, label: ruleTitle({ title, titleEn }) })))
}

function parentsFirst<T extends TreeOption>(rows: readonly T[]): T[] {
  const ids = new Set(rows.map(({ value }) => value))
  // A rule whose parent the actor does not hold is at the top.
  const above = ({ parent }: T) => (parent !== null && ids.has(parent) ? parent : null)
  const children = Map.groupBy(rows, above)
  const below = (parent: number | null): T[] =>
    (children.get(parent) ?? []).flatMap((row) => [row, ...below(row.value)])
  return below(null)
}

function heldBy(actor: Actor): SQL | undefined {
  const enabled = and(eq(rule.area, 'admin'), eq(rule.status, 1))
  return actor.super ? enabled : and(enabled, anyOf(rule.name, [...actor.nodes]))
}
