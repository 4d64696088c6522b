import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { accountRole, role, roleRule, rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import type { Node } from '#src/resource/registry.ts'
import type { RoleScope } from '#src/server/access/actor.server.ts'
import { passwords } from './passwords.ts'

/** Adds a back-office account with exactly these nodes and this data scope. @returns its id */
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
      .values({ name: `role of ${username}`, scope })
      .returning({ id: role.id })
    if (!made) throw new Error('no role')
    await tx.insert(accountRole).values({ accountId: id, roleId: made.id })
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
