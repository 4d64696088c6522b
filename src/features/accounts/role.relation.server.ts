import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { role, roleOrganization, roleRule } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { roleScopes } from '#src/lib/role-scope.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type AccountAuthority, mayGrantScope } from '#src/server/access/authority.server.ts'
import { authorityOf } from '#src/server/access/rights.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { findByName } from '#src/server/crud/relation-find.server.ts'
import type { Relation } from '#src/server/crud/resource.server.ts'
import { containsSql, searchWords } from '#src/server/list/contains.server.ts'

const names = relationTo({ table: role, scope: 'unscoped', many: true, search: ['name'], order: [asc(role.sortKey)] })

/**
 * A relation to several roles, of which an actor chooses those whose rights and data scope the actor has (`mayGrant`,
 * here as a condition, because there may be thousands of roles). Disabled roles are not offered.
 */
export const grantableRoles: Relation = {
  ...names,
  async available(db, actor, ids) {
    const rows = await db
      .select({ id: role.id })
      .from(role)
      .where(and(await grantable(db, actor), anyOf(role.id, ids)))
    return rows.map(({ id }) => id)
  },
  find: async (db, actor, asked) =>
    findByName(db, { table: role, id: role.id, visible: await grantable(db, actor), nameColumns: [role.name] }, asked),
  async search(db, actor, { quickSearch, limit, offset }) {
    const found = searchWords(quickSearch).map((word) => containsSql(role.name, word))
    return db
      .select({ value: role.id, label: role.name })
      .from(role)
      .where(and(eq(role.status, 1), await grantable(db, actor), ...found))
      .orderBy(asc(role.sortKey), asc(role.id))
      .limit(limit)
      .offset(offset)
  },
}

/** The condition for the roles that an actor may grant. Undefined for all of them. */
async function grantable(db: Db, actor: Actor): Promise<SQL | undefined> {
  if (actor.super) return undefined
  const one = await authorityOf(db, actor)
  const held = sql.param([...one.rules])
  return and(
    sql`not exists (select from ${roleRule} where ${roleRule.roleId} = ${role.id}
      and ${roleRule.ruleId} <> all (${held}::bigint[]))`,
    or(...roleScopes.map((scope) => inScope(one, scope))),
  )
}

function inScope(one: AccountAuthority, scope: (typeof roleScopes)[number]): SQL | undefined {
  if (!mayGrantScope(one, { scope, chosen: [] })) return undefined
  const isScope = eq(role.scope, scope)
  if (scope !== 'chosen') return isScope
  const seen = one.reach.filter(({ below }) => below).map(({ path }) => path)
  return and(
    isScope,
    sql`not exists (select from ${roleOrganization} join ${organization} on ${organization.id} = ${roleOrganization.organizationId}
      where ${roleOrganization.roleId} = ${role.id}
        and not exists (select from unnest(${sql.param(seen)}::text[]) as top (path) where starts_with(${organization.path}, top.path)))`,
  )
}
