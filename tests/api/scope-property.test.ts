import { and, eq, type SQL, sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { expect, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { account, accountRole, adminProfile, role, roleOrganization } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { teaching, term } from '#src/db/teaching.table.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import { type RoleScope, roleScopes } from '#src/lib/role-scope.ts'
import { findActorById } from '#src/server/access/actor.server.ts'
import { type ScopeRule, scope } from '#src/server/access/scope.server.ts'
import { startApi } from '../support/api.ts'
import { type Random, random as randomFrom } from '../support/random.ts'

type Organization = { id: number; pid: number | null }
/** A row of any table: its organization, and who has made it. Of the tree, a row is its own organization. */
type Row = { id: number; org: number | null; createBy: number | null }
/** `taught`: the classes of the current term. */
type Person = { id: number; deptId: number; taught: readonly number[] }
type Role = { scope: RoleScope; status: 0 | 1; ended: boolean; chosen: number[] }

const ofAccounts: ScopeRule = { organization: adminProfile.deptId, of: account.id, by: adminProfile.accountId }

/** What somebody with these roles sees of some rows, by the words of the specification alone. */
function expected(tree: readonly Organization[], rows: readonly Row[], person: Person, roles: readonly Role[]) {
  const byId = new Map(tree.map((one) => [one.id, one]))
  const isBelow = (id: number | null, top: number): boolean => {
    for (let at = id; at !== null; at = byId.get(at)?.pid ?? null) if (at === top) return true
    return false
  }
  const sees = ({ scope: kind, chosen }: Role, { org, createBy }: Row): boolean => {
    switch (kind) {
      case 'all':
        return true
      case 'orgBelow':
        return isBelow(org, person.deptId)
      case 'org':
        return org === person.deptId
      case 'chosen':
        return chosen.some((top) => isBelow(org, top))
      case 'teaching':
        return org !== null && person.taught.includes(org)
      case 'own':
        return createBy === person.id
    }
  }
  const inForce = roles.filter(({ status, ended }) => status === 1 && !ended)
  return ascending(rows.filter((row) => inForce.some((held) => sees(held, row))))
}

const ascending = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((one, other) => one - other)

/** Random organizations and accounts in them, each made by one of the accounts. */
async function world(db: Database, { chance, pick }: Random) {
  const ids = await Promise.all(
    ['first', 'second', 'third', 'fourth'].map((username) =>
      createAccount(db, { kind: 'admin', username, nickname: username, password: 'Test-only-1', orgId: null }),
    ),
  )
  const tree: Organization[] = []
  for (const [at, sortKey] of generateNKeysBetween(null, null, 60).entries()) {
    const pid = chance(0.1) || tree.length === 0 ? null : pick(tree).id
    const [made] = await db
      .insert(organization)
      .values({ pid, code: `c${at}`, name: `Organization ${at}`, type: 'school', sortKey })
      .returning({ id: organization.id })
    tree.push({ id: Number(made?.id), pid })
  }
  const people = ids.map((id): Person => ({ id, deptId: pick(tree).id, taught: [] }))
  const organizations = tree.map(({ id }): Row => ({ id, org: id, createBy: pick(ids) }))
  const accounts = people.map(({ id, deptId }): Row => ({ id, org: deptId, createBy: pick(ids) }))
  // The stamp names the author of the transaction, so the test sets it where triggers do not.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { id, createBy } of organizations)
      await tx.execute(sql`update organization set create_by = ${createBy} where id = ${id}`)
    for (const { id, org, createBy } of accounts) {
      await tx.execute(sql`update account set create_by = ${createBy} where id = ${id}`)
      await tx.execute(sql`update admin_profile set dept_id = ${org} where account_id = ${id}`)
    }
  })
  // The account `admin` belongs to no organization, and nobody has made it.
  return { tree, people, organizations, accounts: [{ id: 1, org: null, createBy: null }, ...accounts] }
}

/** Gives somebody one to three random roles in place of those that they have. */
async function giveRoles(db: Database, { below, chance, pick }: Random, person: Person, tree: readonly Organization[]) {
  await db.execute(sql`delete from account_role where account_id = ${person.id}`)
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from role`)
  const roles: Role[] = []
  for (let at = below(3); at >= 0; at--) {
    const given: Role = {
      scope: pick(roleScopes),
      status: chance(0.8) ? 1 : 0,
      ended: chance(0.2),
      chosen: [...new Set([pick(tree).id, pick(tree).id])],
    }
    const name = `${rows[0]?.count} ${at}`
    const [made] = await db
      .insert(role)
      .values({ name, scope: given.scope, status: given.status, sortKey: `a${name}` })
      .returning({ id: role.id })
    const roleId = Number(made?.id)
    await db.insert(roleOrganization).values(given.chosen.map((organizationId) => ({ roleId, organizationId })))
    const endTime = given.ended ? '2020-01-01T00:00:00.000Z' : chance(0.5) ? '2099-01-01T00:00:00.000Z' : null
    await db.insert(accountRole).values({ accountId: person.id, roleId, endTime })
    roles.push(given)
  }
  return roles
}

/** A term before the current one, the current one, which is over, and one that has not begun. */
async function addTerms(db: Database) {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${term} (name, school_year, number, since, until)
    select 'Term ' || n, 2000 + n, 1, current_date + (n - 2) * 100 - 50, current_date + (n - 2) * 100 - 10 from generate_series(1, 3) n
    returning id`)
  return rows.map(({ id }) => Number(id))
}

/** Gives somebody random classes in each term. An enabled current term counts. @returns the classes that count */
async function giveClasses(
  db: Database,
  { chance, pick }: Random,
  person: Person,
  tree: readonly Organization[],
  terms: readonly number[],
) {
  const [{ id: subjectId } = { id: 0 }] = await db.select({ id: subject.id }).from(subject).limit(1)
  const { id: accountId } = person
  await db.delete(teaching).where(eq(teaching.accountId, accountId))
  const given = terms.map((termId) => ({ termId, classes: [...new Set([pick(tree).id, pick(tree).id])] }))
  await db
    .insert(teaching)
    .values(given.flatMap(({ termId, classes }) => classes.map((orgId) => ({ accountId, orgId, subjectId, termId }))))
  const counts = chance(0.8)
  await db
    .update(term)
    .set({ status: counts ? 1 : 0 })
    .where(eq(term.id, terms[1] ?? 0))
  return counts ? (given[1]?.classes ?? []) : []
}

test.each([1, 2, 3])('random trees, roles and rows: the database sees what the words say (%s)', async (seed) => {
  const { db } = await startApi()
  const random = randomFrom(seed)
  const { tree, people, organizations, accounts } = await world(db, random)
  const seen = { organizations: 0, accounts: 0 }
  const terms = await addTerms(db)
  for (let round = 0; round < 10; round++) {
    for (const one of people) {
      const person = { ...one, taught: await giveClasses(db, random, one, tree, terms) }
      const roles = await giveRoles(db, random, person, tree)
      const actor = await findActorById(db, person.id)
      if (!actor) throw new Error('no actor')
      const found = await db.select({ id: organization.id }).from(organization).where(scope(actor, 'organizations'))
      expect(ascending(found)).toEqual(expected(tree, organizations, person, roles))
      // Rows whose organization is in a companion.
      const where: SQL | undefined = and(eq(account.kind, 'admin'), scope(actor, ofAccounts))
      const known = await db.select({ id: account.id }).from(account).where(where)
      expect(ascending(known)).toEqual(expected(tree, accounts, person, roles))
      seen.organizations += found.length
      seen.accounts += known.length
    }
  }
  expect(seen.organizations).toBeGreaterThan(100)
  expect(seen.accounts).toBeGreaterThan(20)
})
