import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { classesTaught, siteToday } from '#src/db/current-term.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'

/** A part of the organization tree: one organization, or one with all below it. `/` with all below it is everything. */
type Part = { path: string; below: boolean }

/** What somebody may do and see: rules by id, and parts of the organization tree. */
export type Standing = { super: boolean; rules: ReadonlySet<number>; reach: readonly Part[] }

/** A role with what it grants. `chosen` are paths of organizations. */
export type RoleGrant = {
  id: number
  name: string
  scope: RoleScope
  rules: ReadonlySet<number>
  chosen: readonly string[]
}

/** An account with its authority, the path of its department, and the paths of the classes that it teaches. */
export type AccountAuthority = Standing & {
  id: number
  kind: string
  title: string
  orgPath: string | null
  taught: readonly string[]
  roles: readonly number[]
}

type RoleRow = {
  id: number
  name: string
  scope: RoleScope
  rules: (number | string)[] | null
  chosen: string[] | null
}
type AccountRow = {
  id: number
  kind: string
  title: string
  super: boolean
  path: string | null
  taught: string[]
  roles: (number | string)[]
}

const EVERYTHING: Part = { path: '/', below: true }

/** Roles with all their rules, also those that are disabled: somebody may enable them later. */
export async function roleGrants(db: Db, ids: readonly number[]): Promise<Map<number, RoleGrant>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<RoleRow>(sql`
    select r.id, r.name, r.scope, array(select rule_id from role_rule where role_id = r.id) as rules,
      array(select o.path from role_organization ro join organization o on o.id = ro.organization_id
        where ro.role_id = r.id and r.scope = 'chosen') as chosen
    from role r where r.id = any (${sql.param([...new Set(ids)])}::bigint[])`)
  return new Map(
    rows.map(({ id, name, scope, rules, chosen }) => [
      Number(id),
      { id: Number(id), name, scope, rules: new Set((rules ?? []).map(Number)), chosen: chosen ?? [] },
    ]),
  )
}

/**
 * The authority of accounts. That of somebody who acts comes from the roles that are in force (`inForce`). That of
 * somebody who is acted upon comes from all their roles, because they may come into force later. So do their classes:
 * those of the current term and of all that begin later.
 */
export async function authorities(
  db: Db,
  ids: readonly number[],
  { inForce = false }: { inForce?: boolean } = {},
): Promise<Map<number, AccountAuthority>> {
  if (ids.length === 0) return new Map()
  const now = inForce ? sql`and r.status = 1 and (ar.end_time is null or ar.end_time > now())` : sql``
  const taught = inForce
    ? classesTaught(sql`a.id`)
    : sql`(select t.org_id from teaching t join term on term.id = t.term_id where t.account_id = a.id
        and term.since >= all (select max(begun.since) from term begun where begun.since <= ${siteToday} having count(*) > 0))`
  const { rows } = await db.execute<AccountRow>(sql`
    select a.id, a.kind, a.super,
      coalesce(nullif(a.nickname, ''), a.username) as title, o.path,
      array(select o.path from organization o where o.id in ${taught}) as taught,
      array(select r.id from account_role ar join role r on r.id = ar.role_id where ar.account_id = a.id ${now}) as roles
    from account a left join admin_profile p on p.account_id = a.id left join organization o on o.id = p.dept_id
    where a.id = any (${sql.param([...new Set(ids)])}::bigint[]) ${inForce ? sql`and a.status = 1` : sql``}`)
  const grants = await roleGrants(
    db,
    rows.flatMap(({ roles }) => roles.map(Number)),
  )
  const ofRoles = new Map<string, ReadonlySet<number>>()
  return new Map(
    rows.map((row) => {
      const roles = row.roles.map(Number)
      const held = roles.flatMap((id) => grants.get(id) ?? [])
      // Many accounts have the same roles.
      const key = roles.sort((one, other) => one - other).join()
      const rules = ofRoles.get(key) ?? new Set(held.flatMap((grant) => [...grant.rules]))
      ofRoles.set(key, rules)
      const reach = held.flatMap((grant) => reachOf(grant, row.path, row.taught))
      const { kind, title, path: orgPath, taught: classes } = row
      return [
        Number(row.id),
        { id: Number(row.id), kind, title, super: row.super, rules, reach, orgPath, taught: classes, roles },
      ]
    }),
  )
}

/** The authority that an account would have with these roles, in the department with this path, with these classes. */
export function authorityWith(
  { roles, super: all }: { roles: readonly RoleGrant[]; super: boolean },
  orgPath: string | null,
  taught: readonly string[],
): Standing {
  const rules = new Set(roles.flatMap((grant) => [...grant.rules]))
  return { super: all, rules, reach: roles.flatMap((grant) => reachOf(grant, orgPath, taught)) }
}

/** The parts of the tree that a role lets somebody of this department see, who teaches these classes. */
function reachOf({ scope, chosen }: RoleGrant, orgPath: string | null, taught: readonly string[]): Part[] {
  switch (scope) {
    case 'all':
      return [EVERYTHING]
    case 'chosen':
      return chosen.map((path) => ({ path, below: true }))
    case 'teaching':
      return taught.map((path) => ({ path, below: false }))
    case 'own':
      return []
    default:
      return orgPath === null ? [] : [{ path: orgPath, below: scope === 'orgBelow' }]
  }
}

/** Whether somebody has at least the authority of somebody else. */
export function covers(one: Standing, other: Standing): boolean {
  if (one.super) return true
  return !other.super && isWithin(other.rules, one.rules) && other.reach.every((part) => reaches(one, part))
}

/** Whether somebody has more authority than somebody else. Super administrators stand above everybody. */
export function isAbove(one: Standing, other: Standing): boolean {
  return covers(one, other) && (one.super || !covers(other, one))
}

/** Whether somebody sees this part of the tree. */
export function reaches({ super: all, reach }: Standing, part: Part): boolean {
  return (
    all || reach.some(({ path, below }) => (below ? part.path.startsWith(path) : !part.below && part.path === path))
  )
}

/** Whether somebody may grant a role: they hold all of it. Whom it may be given to is another question. */
export function mayGrant(one: Standing, grant: RoleGrant): boolean {
  return one.super || (isWithin(grant.rules, one.rules) && mayGrantScope(one, grant))
}

/** The same for the data scope of a role alone. */
export function mayGrantScope(one: Standing, { scope, chosen }: Pick<RoleGrant, 'scope' | 'chosen'>): boolean {
  if (one.super) return true
  switch (scope) {
    case 'all':
      return reaches(one, EVERYTHING)
    case 'orgBelow':
    // The classes come later, from those who see them. Nobody passes on classes of their own this way.
    case 'teaching':
      return one.reach.some(({ below }) => below)
    case 'org':
      return one.reach.length > 0
    case 'chosen':
      return chosen.every((path) => reaches(one, { path, below: true }))
    case 'own':
      return true
  }
}

/** Whether a role grants less than somebody holds: fewer rules, or the same in a smaller part of the tree. */
export function isBelow(grant: RoleGrant, one: Standing): boolean {
  if (one.super) return true
  return mayGrant(one, grant) && (grant.rules.size < one.rules.size || isNarrower(grant, one))
}

/** What the scope of a role reaches depends on who has it, so it is compared by its kind. */
function isNarrower({ scope, chosen }: RoleGrant, { reach }: Standing): boolean {
  switch (scope) {
    case 'all':
      return false
    case 'orgBelow':
      return reach.some(({ path }) => path === EVERYTHING.path)
    case 'chosen':
      return !reach.every((part) => chosen.some((path) => part.path.startsWith(path)))
    case 'org':
    case 'teaching':
      return reach.some(({ below }) => below)
    case 'own':
      return reach.length > 0
  }
}

function isWithin(few: ReadonlySet<number>, many: ReadonlySet<number>): boolean {
  return few.size <= many.size && [...few].every((id) => many.has(id))
}
