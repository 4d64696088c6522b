import { and, eq, inArray } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { roleRule, rule } from '#src/db/identity.table.server.ts'
import { isPermission } from '#src/server/access/identity-changes.server.ts'
import { authorityOf, rolesAbove } from '#src/server/access/rights.server.ts'

/**
 * Grants new rules to the roles that hold their parents. A permission goes only to those of them that its author may
 * change, and only when the author has it: new permissions are had by super administrators alone.
 * @returns the roles that got something
 */
export async function grantLikeParents(tx: Db, author: { id: number }, ids: readonly number[]): Promise<Set<number>> {
  const added = await tx
    .select({ id: rule.id, pid: rule.pid, type: rule.type, name: rule.name })
    .from(rule)
    .where(anyOf(rule.id, ids))
    // A parent gets its roles before its children.
    .orderBy(rule.treePath)
  const authority = await authorityOf(tx, author)
  const reached = new Set<number>()
  for (const one of added) {
    if (one.pid === null || (isPermission(one) && !authority.super)) continue
    const holding = await tx.select({ roleId: roleRule.roleId }).from(roleRule).where(eq(roleRule.ruleId, one.pid))
    const roles = holding.map(({ roleId }) => roleId)
    const fixed = isPermission(one) ? await rolesAbove(tx, authority, roles) : new Map()
    const given = await tx
      .select({ roleId: roleRule.roleId })
      .from(roleRule)
      .where(and(eq(roleRule.ruleId, one.id), inArray(roleRule.roleId, roles)))
    const had = new Set(given.map(({ roleId }) => roleId))
    const wanted = roles.filter((role) => !fixed.has(role) && !had.has(role))
    if (wanted.length === 0) continue
    await tx.insert(roleRule).values(wanted.map((roleId) => ({ roleId, ruleId: one.id })))
    for (const role of wanted) reached.add(role)
  }
  return reached
}
