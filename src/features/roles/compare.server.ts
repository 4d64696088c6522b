import { asc, desc, eq, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { role, roleOrganization, roleRule, rule } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ruleTitle } from '#src/server/access/rule-titles.server.ts'
import { AppError } from '#src/server/errors.server.ts'

type RuleRow = { id: number; pid: number | null; type: string; title: string; titleEn: string; name: string }

/** Permissions of one menu. `roles` are those of the compared roles that grant the permission. */
type Group = { id: number; title: string; rules: { id: number; title: string; name: string; roles: number[] }[] }

/**
 * Compares what roles grant and limit: their data scopes, where, when and how their holders sign in, and their
 * permissions by menu, in the order of the menu.
 * @throws AppError 404 when a role does not exist
 */
export async function compareRoles(db: Db, ids: readonly number[]) {
  const found = await db
    .select({
      id: role.id,
      name: role.name,
      scope: role.scope,
      status: role.status,
      signInAddresses: role.signInAddresses,
      signInHours: role.signInHours,
      secondFactor: role.secondFactor,
      graceDays: role.graceDays,
    })
    .from(role)
    .where(anyOf(role.id, ids))
  const roles = ids.flatMap((id) => found.find((one) => one.id === id) ?? [])
  if (roles.length < ids.length) throw new AppError(404, m.error_rowMissing())
  const places = await db
    .select({ roleId: roleOrganization.roleId, name: organization.name })
    .from(roleOrganization)
    .innerJoin(organization, eq(organization.id, roleOrganization.organizationId))
    .where(anyOf(roleOrganization.roleId, ids))
    .orderBy(asc(organization.path))
  const granted = await db
    .select({ ruleId: roleRule.ruleId, roles: sql<number[]>`array_agg(${roleRule.roleId})` })
    .from(roleRule)
    .where(anyOf(roleRule.roleId, ids))
    .groupBy(roleRule.ruleId)
  const { id, pid, type, title, titleEn, name } = rule
  const rules = await db
    .select({ id, pid, type, title, titleEn, name })
    .from(rule)
    .orderBy(asc(rule.area), desc(rule.weight), asc(rule.sortKey))
  return {
    roles: roles.map(({ scope, signInHours, ...one }) => ({
      ...one,
      scope,
      signInHours: [...signInHours],
      organizations: scope === 'chosen' ? places.filter(({ roleId }) => roleId === one.id).map((at) => at.name) : [],
    })),
    groups: groupsOf(rules, new Map(granted.map((one) => [one.ruleId, one.roles.map(Number)]))),
  }
}

/**
 * The granted rules by menu. Directories only lead to menus, so they are no lines. A menu is one where none of its
 * buttons is granted.
 */
function groupsOf(rules: readonly RuleRow[], granted: ReadonlyMap<number, readonly number[]>): Group[] {
  const children = Map.groupBy(rules, ({ pid }) => pid)
  const groups: Group[] = []
  const lineOf = ({ id, title, titleEn, name }: RuleRow) => ({
    id,
    title: ruleTitle({ title, titleEn }),
    name,
    roles: [...(granted.get(id) ?? [])].sort((one, other) => one - other),
  })
  const visit = (row: RuleRow, above: readonly string[]) => {
    const path = [...above, ruleTitle(row)]
    const below = children.get(row.id) ?? []
    const buttons = below.filter(({ id, type }) => type === 'button' && granted.has(id))
    const lines = buttons.length > 0 || row.type === 'menu_dir' || !granted.has(row.id) ? buttons : [row]
    if (row.type !== 'button' && lines.length > 0)
      groups.push({ id: row.id, title: path.join(' / '), rules: lines.map(lineOf) })
    for (const child of below) visit(child, path)
  }
  for (const row of children.get(null) ?? []) visit(row, [])
  return groups
}
