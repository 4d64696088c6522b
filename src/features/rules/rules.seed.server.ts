import { and, eq, isNull, sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import type { Side } from '#src/lib/side.ts'
import { adminMenu, memberMenu, type SeedRule } from './menu.seed.ts'

/** Adds missing built-in rules. Existing rules keep the title and the place that users gave them. */
export async function seedRules(db: Db): Promise<void> {
  await seedArea(db, 'admin', adminMenu, null)
  await seedArea(db, 'user', memberMenu, null)
}

async function seedArea(db: Db, area: Side, rules: readonly SeedRule[], pid: number | null): Promise<void> {
  for (const seed of rules) {
    const id = await ensureRule(db, area, seed, pid)
    await seedArea(db, area, seed.children ?? [], id)
  }
}

async function ensureRule(db: Db, area: Side, seed: SeedRule, pid: number | null): Promise<number> {
  const [found] = await db
    .select({ id: rule.id })
    .from(rule)
    .where(and(eq(rule.area, area), eq(rule.name, seed.name)))
  if (found) return found.id
  const [last] = await db
    .select({ key: sql<string | null>`max(${rule.sortKey})` })
    .from(rule)
    .where(and(eq(rule.area, area), pid === null ? isNull(rule.pid) : eq(rule.pid, pid)))
  const { children: _children, menuType, ...values } = seed
  const [added] = await db
    .insert(rule)
    .values({
      ...values,
      area,
      pid,
      menuType: menuType ?? null,
      builtIn: true,
      // A tab keeps its state, so the user finds the page as it was.
      keepalive: seed.menuType === 'tab',
      path: seed.type === 'button' ? '' : (seed.path ?? seed.name),
      sortKey: generateKeyBetween(last?.key ?? null, null),
    })
    .returning({ id: rule.id })
  if (!added) throw new Error('insert returned no row')
  return added.id
}
