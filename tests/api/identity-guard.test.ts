import { and, eq, sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import { expect, test } from 'vitest'
import type { Db } from '#src/db/client.server.ts'
import {
  account,
  accountRole,
  adminProfile,
  role,
  roleOrganization,
  roleRule,
  rule,
} from '#src/db/identity.table.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { passwords } from '../support/passwords.ts'

const view: Node = 'baseInfo/organization/index'
const change: Node = 'baseInfo/organization/edit'
const remove: Node = 'baseInfo/organization/del'

/**
 * A district with a chief, who holds two nodes for it and all below, and others. Every attempt is a transaction of its
 * author that writes the tables directly, as any endpoint, job or undo may do.
 */
async function district() {
  const api = await startApi()
  const { db } = api
  const ids = await addOrganizations(await api.signIn())
  const rules = await db.select({ id: rule.id, name: rule.name }).from(rule).where(eq(rule.area, 'admin'))
  const ruleOf = (node: string) => rules.find(({ name }) => name === node)?.id ?? 0
  let place: string | null = null
  const makeRole = async (
    tx: Db,
    name: string,
    scope: RoleScope,
    nodes: readonly Node[],
    chosen: readonly number[] = [],
  ) => {
    place = generateKeyBetween(place, null)
    const [made] = await tx.insert(role).values({ name, scope, sortKey: place }).returning({ id: role.id })
    const id = Number(made?.id)
    if (nodes.length > 0) await tx.insert(roleRule).values(nodes.map((node) => ({ roleId: id, ruleId: ruleOf(node) })))
    if (chosen.length > 0)
      await tx.insert(roleOrganization).values(chosen.map((organizationId) => ({ roleId: id, organizationId })))
    return id
  }
  const makeAccount = (tx: Db, username: string, orgId: number | null) =>
    createAccount(tx, { kind: 'admin', username, nickname: username, password: passwords.admin, orgId })
  const give = (tx: Db, accountId: number, roleId: number) => tx.insert(accountRole).values({ accountId, roleId })

  const roles = {
    chief: await makeRole(db, 'Chief', 'orgBelow', [view, change]),
    twin: await makeRole(db, 'Twin', 'orgBelow', [view, change]),
    viewer: await makeRole(db, 'Viewer', 'orgBelow', [view]),
    remover: await makeRole(db, 'Remover', 'orgBelow', [remove]),
    everywhere: await makeRole(db, 'Everywhere', 'all', [view]),
    elsewhere: await makeRole(db, 'Elsewhere', 'chosen', [view], [ids.D2]),
    school: await makeRole(db, 'School', 'chosen', [view], [ids.S1]),
  }
  const people = {
    chief: await makeAccount(db, 'chief', ids.D1),
    equal: await makeAccount(db, 'equal', ids.D1),
    teacher: await makeAccount(db, 'teacher', ids.S1),
    stranger: await makeAccount(db, 'stranger', ids.D2),
    newcomer: await makeAccount(db, 'newcomer', ids.S1),
    boss: 1,
  }
  await give(db, people.chief, roles.chief)
  await give(db, people.equal, roles.twin)
  await give(db, people.teacher, roles.viewer)
  await give(db, people.stranger, roles.viewer)
  await db.insert(accountRole).values({ accountId: people.boss, roleId: roles.remover })

  /** What is said to somebody who tries to write this; undefined when it is done. */
  const attempt = async (by: keyof typeof people, work: (tx: Db) => Promise<unknown>): Promise<string | undefined> => {
    const author = { id: people[by], name: by, address: '', requestId: '', proof: 'checked' } as const
    try {
      await guardedWrite(db, author, 'save', (tx) => work(tx))
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const set = (values: Partial<typeof account.$inferInsert>, accountId: number) => (tx: Db) =>
    tx.update(account).set(values).where(eq(account.id, accountId))
  return { api, db, ids, ruleOf, roles, people, makeRole, makeAccount, give, attempt, set }
}

const grantMore = (name: string) => m.error_grantMore({ name })

test('nobody gives somebody a right that they do not have', async () => {
  const { attempt, give, people, roles, makeAccount, db, ids } = await district()
  const { teacher, newcomer } = people
  expect(await attempt('chief', (tx) => give(tx, newcomer, roles.viewer))).toBeUndefined()
  expect(await attempt('chief', (tx) => give(tx, newcomer, roles.remover))).toBe(grantMore('newcomer'))
  expect(await attempt('chief', (tx) => give(tx, teacher, roles.everywhere))).toBe(grantMore('teacher'))
  expect(await attempt('chief', (tx) => give(tx, teacher, roles.elsewhere))).toBe(grantMore('teacher'))
  expect(await attempt('chief', (tx) => give(tx, teacher, roles.school))).toBeUndefined()
  // The own role is less in a school than in the district.
  expect(await attempt('chief', (tx) => give(tx, teacher, roles.chief))).toBeUndefined()
  // An equal is not made either.
  const made = await attempt('chief', async (tx) => give(tx, await makeAccount(tx, 'second', ids.D1), roles.twin))
  expect(made).toBe(grantMore('second'))
  expect(await db.select().from(account).where(eq(account.username, 'second'))).toEqual([])
  expect(await attempt('chief', (tx) => tx.update(account).set({ super: true }).where(eq(account.id, teacher)))).toBe(
    grantMore('teacher'),
  )
  expect(await attempt('boss', (tx) => give(tx, newcomer, roles.remover))).toBeUndefined()
})

test('nobody changes an equal, a superior, or somebody outside of their organizations', async () => {
  const { attempt, people, set, roles, give } = await district()
  const above = (name: string) => m.error_accountAbove({ name })
  expect(await attempt('chief', set({ nickname: 'x' }, people.teacher))).toBeUndefined()
  expect(await attempt('chief', set({ nickname: 'x' }, people.equal))).toBe(above('equal'))
  expect(await attempt('chief', set({ status: 0 }, people.boss))).toBe(above('admin'))
  expect(await attempt('chief', set({ nickname: 'x' }, people.stranger))).toBe(above('stranger'))
  expect(await attempt('chief', (tx) => tx.delete(account).where(eq(account.id, people.equal)))).toBe(above('equal'))
  expect(await attempt('chief', (tx) => tx.delete(accountRole).where(eq(accountRole.accountId, people.equal)))).toBe(
    above('equal'),
  )
  expect(
    await attempt('chief', (tx) =>
      tx.update(adminProfile).set({ deptId: null }).where(eq(adminProfile.accountId, people.equal)),
    ),
  ).toBe(above('equal'))
  // Not in two steps of one transaction either: first the rights away, then the change.
  const steps = await attempt('chief', async (tx) => {
    await tx.delete(accountRole).where(eq(accountRole.accountId, people.equal))
    await tx.update(account).set({ status: 0 }).where(eq(account.id, people.equal))
    await give(tx, people.equal, roles.twin)
  })
  expect(steps).toBe(above('equal'))
  expect(await attempt('teacher', set({ nickname: 'x' }, people.chief))).toBe(above('chief'))
})

test('nobody puts somebody where they do not see them', async () => {
  const { attempt, people, ids } = await district()
  const move = (deptId: number | null) => (tx: Db) =>
    tx.update(adminProfile).set({ deptId }).where(eq(adminProfile.accountId, people.newcomer))
  expect(await attempt('chief', move(ids.D2))).toBe(m.error_outOfScope())
  expect(await attempt('chief', move(null))).toBe(m.error_outOfScope())
  expect(await attempt('chief', move(ids.D1))).toBeUndefined()
})

test('nobody locks or deletes themselves, or changes their own rights; the own name is one’s own', async () => {
  const { attempt, people, set, roles, give, ids } = await district()
  expect(await attempt('chief', set({ nickname: 'Chief', phone: '13800000001' }, people.chief))).toBeUndefined()
  expect(await attempt('chief', set({ status: 0 }, people.chief))).toBe(m.error_selfLock())
  expect(await attempt('chief', (tx) => tx.delete(account).where(eq(account.id, people.chief)))).toBe(
    m.error_selfDelete(),
  )
  expect(await attempt('chief', (tx) => give(tx, people.chief, roles.viewer))).toBe(m.error_selfRights())
  expect(await attempt('chief', set({ super: true }, people.chief))).toBe(m.error_selfRights())
  expect(
    await attempt('chief', (tx) =>
      tx.update(adminProfile).set({ deptId: ids.D2 }).where(eq(adminProfile.accountId, people.chief)),
    ),
  ).toBe(m.error_selfRights())
  const second = await attempt('boss', set({ super: true }, people.equal))
  expect(second).toBeUndefined()
  expect(await attempt('boss', set({ super: false }, people.boss))).toBe(m.error_selfRights())
  expect(await attempt('boss', set({ status: 0 }, people.boss))).toBe(m.error_selfLock())
})

test('of two super administrators who lock each other at the same time, one stays', async () => {
  const { attempt, people, set, db } = await district()
  await db.update(account).set({ super: true }).where(eq(account.id, people.equal))
  for (let round = 0; round < 5; round++) {
    const said = await Promise.all([
      attempt('boss', set({ status: 0 }, people.equal)),
      attempt('equal', set({ status: 0 }, people.boss)),
    ])
    expect(said.filter((one) => one === undefined)).toHaveLength(1)
    // Who comes second is locked by then, or would leave nobody.
    const left = await db
      .select()
      .from(account)
      .where(and(eq(account.super, true), eq(account.status, 1)))
    expect(left).toHaveLength(1)
    await db.update(account).set({ status: 1 })
  }
})

test('a role is changed by those who hold more, do not have it, and may change everybody who has it', async () => {
  const { attempt, roles, ruleOf, people, give, db, makeRole } = await district()
  const rename = (id: number) => (tx: Db) => tx.update(role).set({ note: 'x' }).where(eq(role.id, id))
  const add = (roleId: number, node: Node) => (tx: Db) => tx.insert(roleRule).values({ roleId, ruleId: ruleOf(node) })
  expect(await attempt('chief', rename(roles.chief))).toBe(m.error_roleOwn({ name: 'Chief' }))
  expect(await attempt('chief', rename(roles.twin))).toBe(m.error_roleAbove({ name: 'Twin' }))
  expect(await attempt('chief', rename(roles.remover))).toBe(m.error_roleAbove({ name: 'Remover' }))
  expect(await attempt('chief', rename(roles.everywhere))).toBe(m.error_roleAbove({ name: 'Everywhere' }))
  // A stranger has it as well.
  expect(await attempt('chief', rename(roles.viewer))).toBe(m.error_roleHeld({ name: 'Viewer' }))
  expect(await attempt('chief', rename(roles.school))).toBeUndefined()
  expect(await attempt('chief', add(roles.school, remove))).toBe(grantMore('School'))
  expect(await attempt('chief', add(roles.school, change))).toBeUndefined()
  expect(await attempt('chief', (tx) => tx.update(role).set({ scope: 'all' }).where(eq(role.id, roles.school)))).toBe(
    grantMore('School'),
  )
  await give(db, people.equal, roles.school)
  expect(await attempt('chief', (tx) => tx.delete(roleRule).where(eq(roleRule.roleId, roles.school)))).toBe(
    m.error_roleHeld({ name: 'School' }),
  )
  expect(await attempt('chief', (tx) => makeRole(tx, 'New', 'org', [view]))).toBeUndefined()
  expect(await attempt('chief', (tx) => makeRole(tx, 'Too much', 'org', [view, remove]))).toBe(grantMore('Too much'))
  expect(await attempt('chief', (tx) => makeRole(tx, 'Equal', 'orgBelow', [view, change]))).toBe(grantMore('Equal'))
})

test('whoever was demoted in the meantime grants no longer what they had, also in parallel', async () => {
  const { attempt, roles, people, give, db } = await district()
  const said = await Promise.all([
    attempt('boss', (tx) => tx.delete(accountRole).where(eq(accountRole.accountId, people.chief))),
    ...Array.from({ length: 12 }, (_, at) =>
      attempt('chief', async (tx) => {
        const [made] = await tx
          .insert(account)
          .values({ kind: 'admin', username: `p_${at}` })
          .returning({ id: account.id })
        const id = Number(made?.id)
        await tx.insert(adminProfile).values({ accountId: id, deptId: 3 })
        return give(tx, id, roles.viewer)
      }),
    ),
  ])
  expect(said[0]).toBeUndefined()
  // Each was either before the demotion, or is refused. None is after it.
  const { rows } = await db.execute<{ late: number }>(sql`
    select count(*)::int as late from account_role ar join account a on a.id = ar.account_id
    where a.username like 'p\\_%' and ar.id > 0`)
  expect(rows[0]?.late).toBe(said.slice(1).filter((one) => one === undefined).length)
  expect(await attempt('chief', (tx) => give(tx, people.newcomer, roles.viewer))).toBeDefined()
})

test('permissions are added, renamed, moved and deleted by those who hold them; built-in names stay, whoever writes', async () => {
  const { attempt, ruleOf, db, roles } = await district()
  const make = (values: Pick<typeof rule.$inferInsert, 'type' | 'name'>) => async (tx: Db) => {
    const [made] = await tx
      .insert(rule)
      .values({ area: 'admin', title: 'New', sortKey: `z${values.name.length}`, ...values })
      .returning({ id: rule.id })
    return Number(made?.id)
  }
  const refusal = (name: string) => m.error_ruleNode({ name })
  expect(await attempt('chief', make({ type: 'button', name: 'baseInfo/subject/add' }))).toBe(
    refusal('baseInfo/subject/add'),
  )
  expect(await attempt('chief', make({ type: 'button', name: 'own/thing' }))).toBe(refusal('own/thing'))
  // A menu with the name of a permission would be one.
  expect(await attempt('chief', make({ type: 'menu', name: 'rooms/del' }))).toBe(refusal('rooms/del'))
  const granted = await attempt('chief', async (tx) =>
    tx
      .insert(roleRule)
      .values({ roleId: roles.everywhere, ruleId: await make({ type: 'menu', name: 'handbook' })(tx) }),
  )
  // A menu that is no permission may go to anybody, also to those whose role one may not change.
  expect(granted).toBeUndefined()
  const held = ruleOf(view)
  const foreign = ruleOf('baseInfo/subject/index')
  const move = (id: number) => (tx: Db) => tx.update(rule).set({ sortKey: 'zz' }).where(eq(rule.id, id))
  expect(await attempt('chief', move(foreign))).toBe(refusal('baseInfo/subject/index'))
  expect(await attempt('chief', move(held))).toBeUndefined()
  // On or off is for every role, also for those of superiors.
  const turn = (status: number) => (tx: Db) => tx.update(rule).set({ status }).where(eq(rule.id, held))
  expect(await attempt('chief', turn(0))).toBe(m.error_ruleSwitch({ name: view }))
  expect(await attempt('boss', turn(0))).toBeUndefined()
  // Nor does somebody give themselves back what was turned off.
  expect(await attempt('chief', turn(1))).toBe(m.error_ruleSwitch({ name: view }))
  expect(await attempt('boss', turn(1))).toBeUndefined()
  for (const by of ['chief', 'boss'] as const) {
    const fixed = m.error_ruleBuiltIn()
    expect(await attempt(by, (tx) => tx.update(rule).set({ name: 'other' }).where(eq(rule.id, held)))).toBe(fixed)
    expect(await attempt(by, (tx) => tx.update(rule).set({ type: 'menu' }).where(eq(rule.id, held)))).toBe(fixed)
    expect(await attempt(by, (tx) => tx.delete(rule).where(eq(rule.id, held)))).toBe(fixed)
  }
  expect(await db.select().from(rule).where(eq(rule.id, held))).toHaveLength(1)
})

test('the database refuses what a person writes of accounts, roles and rules without the check', async () => {
  const { db, people } = await district()
  const unchecked = db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.actor_id', ${String(people.boss)}, true)`)
    await tx.update(account).set({ nickname: 'x' }).where(eq(account.id, people.teacher))
  })
  await expect(unchecked).rejects.toThrow()
})
