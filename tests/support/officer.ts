import { and, eq, inArray, sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import type { Database, Db } from '#src/db/client.server.ts'
import { accountRole, role, roleRule, rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import { passwords } from './passwords.ts'

/**
 * Adds a back-office account with exactly these nodes and this data scope. A button that the initial menu lacks is
 * added to it first, as an administrator would do.
 * @returns its id
 */
export async function addOfficer(
  { db }: { db: Database },
  officer: { username: string; nodes: Node[]; scope: RoleScope; deptId?: number | null },
): Promise<number> {
  return write(db, systemAuthor, 'seed', async (tx) => {
    const { username, scope, deptId } = officer
    const id = await createAccount(tx, {
      kind: 'admin',
      username,
      password: passwords.admin,
      nickname: username,
      orgId: deptId ?? null,
    })
    const [made] = await tx
      .insert(role)
      .values({ name: `role of ${username}`, scope, sortKey: await lastPlace(tx) })
      .returning({ id: role.id })
    if (!made) throw new Error('no role')
    await tx.insert(accountRole).values({ accountId: id, roleId: made.id })
    await addButtons(tx, officer.nodes)
    // A button works only together with the menus above it.
    const names = officer.nodes.flatMap((node) => node.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/')))
    const rules = await tx
      .select({ id: rule.id })
      .from(rule)
      .where(and(eq(rule.area, 'admin'), inArray(rule.name, names)))
    if (rules.length > 0) await tx.insert(roleRule).values(rules.map(({ id: ruleId }) => ({ roleId: made.id, ruleId })))
    return id
  })
}

/** The sort key of a role after all others. */
async function lastPlace(tx: Db): Promise<string> {
  const [last] = await tx.select({ key: sql<string | null>`max(${role.sortKey})` }).from(role)
  return generateKeyBetween(last?.key ?? null, null)
}

/** Adds a rule at the end of its menu for each node of a verb that has none. */
async function addButtons(tx: Db, nodes: readonly Node[]): Promise<void> {
  for (const name of nodes.filter((node) => node.includes('/'))) {
    const rules = await tx.select().from(rule).where(eq(rule.area, 'admin')).orderBy(rule.sortKey)
    if (rules.some((one) => one.name === name)) continue
    const cut = name.lastIndexOf('/')
    const menu = rules.find((one) => one.name === name.slice(0, cut))
    if (!menu) throw new Error(`there is no menu for ${name}`)
    const last = rules.findLast(({ pid }) => pid === menu.id)
    const sortKey = generateKeyBetween(last?.sortKey ?? null, null)
    const title = `button_${name.slice(cut + 1)}`
    await tx.insert(rule).values({ area: 'admin', pid: menu.id, type: 'button', title, name, sortKey })
  }
}
