import { and, sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { expect, test } from 'vitest'
import { accountRole, role, roleOrganization } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { type RoleScope, roleScopes } from '#src/lib/role-scope.ts'
import { findActorById } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { startApi } from '../support/api.ts'
import { random as randomFrom } from '../support/random.ts'

type Organization = { id: number; pid: number | null; createBy: number }
type Role = { scope: RoleScope; status: 0 | 1; ended: boolean; chosen: number[] }

/** What somebody with these roles sees of the organizations, by the words of the specification alone. */
function expected(
  all: readonly Organization[],
  account: { id: number; deptId: number },
  roles: readonly Role[],
): number[] {
  const byId = new Map(all.map((one) => [one.id, one]))
  const isBelow = (id: number, top: number): boolean => {
    for (let at: number | null = id; at !== null; at = byId.get(at)?.pid ?? null) if (at === top) return true
    return false
  }
  const sees = ({ scope: kind, chosen }: Role, one: Organization): boolean => {
    switch (kind) {
      case 'all':
        return true
      case 'orgBelow':
        return isBelow(one.id, account.deptId)
      case 'org':
        return one.id === account.deptId
      case 'chosen':
        return chosen.some((top) => isBelow(one.id, top))
      case 'own':
        return one.createBy === account.id
    }
  }
  const inForce = roles.filter(({ status, ended }) => status === 1 && !ended)
  return all.filter((one) => inForce.some((held) => sees(held, one))).map(({ id }) => id)
}

test.each([1, 2, 3])('random trees, roles and rows: the database sees what the words say (%s)', async (seed) => {
  const { db } = await startApi()
  const { below, chance, pick } = randomFrom(seed)
  const accounts: { id: number; deptId: number }[] = []
  const all: Organization[] = []
  const creators = await Promise.all(
    ['first', 'second', 'third'].map((username) =>
      createAccount(db, { kind: 'admin', username, nickname: username, password: 'Test-only-1', orgId: null }),
    ),
  )
  const keys = generateNKeysBetween(null, null, 60)
  for (const [at, sortKey] of keys.entries()) {
    const pid = chance(0.1) || all.length === 0 ? null : pick(all).id
    const createBy = pick(creators)
    const [made] = await db
      .insert(organization)
      .values({ pid, code: `c${at}`, name: `Organization ${at}`, type: 'school', sortKey })
      .returning({ id: organization.id })
    const id = Number(made?.id)
    all.push({ id, pid, createBy })
  }
  // The stamp names the author of the transaction, so the test sets it where triggers do not.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { id, createBy } of all)
      await tx.execute(sql`update organization set create_by = ${createBy} where id = ${id}`)
  })
  for (const id of creators) {
    const deptId = pick(all).id
    await db.execute(sql`update admin_profile set dept_id = ${deptId} where account_id = ${id}`)
    accounts.push({ id, deptId })
  }
  for (let round = 0; round < 12; round++) {
    for (const account of accounts) {
      await db.execute(sql`delete from account_role where account_id = ${account.id}`)
      const roles: Role[] = []
      for (let at = below(3); at >= 0; at--) {
        const one: Role = {
          scope: pick(roleScopes),
          status: chance(0.8) ? 1 : 0,
          ended: chance(0.2),
          chosen: [pick(all).id, pick(all).id],
        }
        const [made] = await db
          .insert(role)
          .values({
            name: `${seed} ${round} ${account.id} ${at}`,
            scope: one.scope,
            status: one.status,
            sortKey: `a${seed}${round}${account.id}${at}`,
          })
          .returning({ id: role.id })
        const roleId = Number(made?.id)
        await db
          .insert(roleOrganization)
          .values([...new Set(one.chosen)].map((organizationId) => ({ roleId, organizationId })))
        const endTime = one.ended ? '2020-01-01T00:00:00.000Z' : chance(0.5) ? '2099-01-01T00:00:00.000Z' : null
        await db.insert(accountRole).values({ accountId: account.id, roleId, endTime })
        roles.push(one)
      }
      const actor = await findActorById(db, account.id)
      if (!actor) throw new Error('no actor')
      const rows = await db
        .select({ id: organization.id })
        .from(organization)
        .where(and(scope(actor, 'organizations')))
      expect(rows.map(({ id }) => id).sort((one, other) => one - other)).toEqual(expected(all, account, roles))
    }
  }
})
