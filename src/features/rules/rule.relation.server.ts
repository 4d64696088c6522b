import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { type Locale, locales } from '#src/i18n/paraglide/runtime.js'
import { halfWidth } from '#src/lib/any-width.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { ruleTitle } from '#src/server/access/rule-titles.server.ts'
import type { Relation, TreeOption } from '#src/server/crud/resource.server.ts'

/**
 * A relation to permission rules of the back office (resource `rule`), a tree with translated titles. An actor chooses
 * among the rules that the actor holds, so that nobody grants more than the own permissions.
 */
export const ruleRelation = treeOf(heldBy)

/** The same to rules of the member side (resource `member-rule`), which give no rights over the back office. */
export const memberRuleRelation = treeOf(() => and(eq(rule.area, 'user'), eq(rule.status, 1)))

type Offered = (actor: Actor) => SQL | undefined

function treeOf(offered: Offered): Relation {
  return {
    async labels(db, ids) {
      const rows = await titled(db, anyOf(rule.id, ids.map(Number)))
      return Object.fromEntries(rows.map((row) => [String(row.id), fullTitle(row)]))
    },
    async all(db) {
      return Object.fromEntries((await titled(db, undefined)).map((row) => [String(row.id), fullTitle(row)]))
    },
    async available(db, actor, ids) {
      const rows = await db
        .select({ id: rule.id })
        .from(rule)
        .where(and(offered(actor), anyOf(rule.id, ids)))
      return rows.map(({ id }) => id)
    },
    nodes: (db, actor, limit) => rulesOf(db, offered(actor), limit),
    async find(db, actor, names) {
      const wanted = new Set(names)
      const found = new Map<string, number[]>()
      for (const row of await titled(db, offered(actor))) {
        const named = [row.name, ...locales.map((locale) => fullTitle(row, locale))]
        for (const name of new Set(named)) if (wanted.has(name)) found.set(name, [...(found.get(name) ?? []), row.id])
      }
      return found
    },
    // The titles are message keys in the database, so the search looks at their translations.
    async search(db, actor, { quickSearch, limit, offset }) {
      const words = halfWidth(quickSearch).toLowerCase()
      const found = (await rulesOf(db, offered(actor))).filter(({ label, hint }) =>
        halfWidth(`${label} ${hint}`).toLowerCase().includes(words),
      )
      return found
        .slice(offset, offset + limit)
        .map(({ value, label, hint }) => ({ value, label, ...(hint ? { hint } : {}) }))
    },
  }
}

type Titled = {
  id: number
  type: string
  name: string
  title: string
  titleEn: string
  above: string | null
  aboveEn: string | null
}

/** Rules with the title of the one above. */
function titled(db: Db, condition: SQL | undefined): Promise<Titled[]> {
  const parent = alias(rule, 'parent')
  return db
    .select({
      id: rule.id,
      type: rule.type,
      name: rule.name,
      title: rule.title,
      titleEn: rule.titleEn,
      above: parent.title,
      aboveEn: parent.titleEn,
    })
    .from(rule)
    .leftJoin(parent, eq(parent.id, rule.pid))
    .where(condition)
}

/** The title of a rule where it stands alone. Buttons of many menus have the same titles, so theirs name the menu. */
function fullTitle({ type, title, titleEn, above, aboveEn }: Titled, locale?: Locale): string {
  const own = ruleTitle({ title, titleEn }, locale)
  if (type !== 'button' || above === null) return own
  return `${ruleTitle({ title: above, titleEn: aboveEn ?? '' }, locale)} / ${own}`
}

/** The rules that are offered, in the order of the menu. */
async function rulesOf(db: Db, offered: SQL | undefined, limit = 10_000): Promise<TreeOption[]> {
  const rows = await db
    .select({ value: rule.id, parent: rule.pid, title: rule.title, titleEn: rule.titleEn, hint: rule.name })
    .from(rule)
    .where(offered)
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
