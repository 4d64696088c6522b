import { and, eq, inArray, sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import type { Db } from '#src/db/client.server.ts'
import { accountRole, role, roleRule, rule } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { lockOrder } from '#src/server/write/order-lock.server.ts'
import type { ModuleRole } from '../manifest.schema.ts'
import { type Applying, choose } from './applying.server.ts'

/** Adds the roles that are new, given to nobody, and what the new version has added to those that are there. */
export async function applyRoles(on: Applying): Promise<void> {
  const earlier = new Map(on.before?.roles?.map((one) => [one.key, one]))
  for (const one of on.after.roles ?? []) {
    const known = await knownRole(on, one.key)
    if (known === undefined) await addRole(on, one)
    else if (!on.before) await wakeRole(on, known, one)
    else await changeRole(on, known, one, earlier.get(one.key))
  }
}

/** Removes the roles that the new version lacks, if nobody has them. */
export async function removeRoles(on: Applying): Promise<void> {
  const kept = new Set(on.after.roles?.map(({ key }) => key))
  for (const { key, name } of on.before?.roles ?? []) {
    const known = await knownRole(on, key)
    if (kept.has(key) || known === undefined) continue
    const given = await on.by.tx.select().from(accountRole).where(eq(accountRole.roleId, known)).limit(1)
    if (given.length > 0) continue
    await dropRoles(on.by.tx, [known])
    delete on.made.roles[key]
    on.steps.push({ kind: 'role', text: m.modules_stepRoleGoes({ name: labelText(name) }), loss: false })
  }
}

/** Deletes roles, and takes them from those who have them. */
export async function dropRoles(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(accountRole).where(inArray(accountRole.roleId, ids))
  await tx.delete(role).where(inArray(role.id, ids))
}

/** Turns roles off. Whoever has them keeps them, and they give nothing. */
export async function silenceRoles(tx: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.update(role).set({ status: 0 }).where(inArray(role.id, ids))
}

/** The role of an earlier installation or version, if it is still there. */
async function knownRole({ by, made }: Applying, key: string): Promise<number | undefined> {
  const id = made.roles[key]
  if (id === undefined) return undefined
  const [found] = await by.tx.select({ id: role.id }).from(role).where(eq(role.id, id))
  return found?.id
}

async function addRole(on: Applying, { key, name, scope, nodes }: ModuleRole): Promise<void> {
  const { tx } = on.by
  const plainName = labelText(name)
  const beside = m.modules_roleBeside({ name: plainName, module: labelText(on.after.title) })
  const [taken] = await tx.select({ id: role.id }).from(role).where(eq(role.name, plainName))
  const way = taken
    ? choose(on, {
        id: `role:${key}`,
        text: m.modules_conflictRole({ name: plainName }),
        ways: [
          { value: 'beside', label: m.modules_wayBeside({ name: beside }) },
          { value: 'skip', label: m.modules_waySkip() },
        ],
      })
    : 'add'
  if (way === 'skip') return
  const called = way === 'beside' ? beside : plainName
  await lockOrder(tx, { key: 'role', tree: true }, [null])
  const [last] = await tx
    .select({ key: sql<string | null>`max(${role.sortKey})` })
    .from(role)
    .where(sql`pid is null`)
  const sortKey = generateKeyBetween(last?.key ?? null, null)
  const [added] = await tx
    .insert(role)
    .values({ name: called, note: labelText(on.after.title), scope, sortKey })
    .returning({ id: role.id })
  if (!added) throw new Error('insert returned no row')
  on.made.roles[key] = added.id
  await grant(tx, added.id, await rulesFor(tx, nodes))
  on.steps.push({ kind: 'role', text: m.modules_stepRole({ name: called }), loss: false })
}

/** The role of an earlier installation: whoever had it has it again. */
async function wakeRole({ by: { tx }, steps }: Applying, id: number, { name, nodes }: ModuleRole): Promise<void> {
  await tx.update(role).set({ status: 1 }).where(eq(role.id, id))
  await grant(tx, id, await rulesFor(tx, nodes))
  steps.push({ kind: 'role', text: m.modules_stepRoleWakes({ name: labelText(name) }), loss: false })
}

async function changeRole(on: Applying, id: number, one: ModuleRole, old: ModuleRole | undefined): Promise<void> {
  const { tx } = on.by
  const name = labelText(one.name)
  const held = await tx.select({ ruleId: roleRule.ruleId }).from(roleRule).where(eq(roleRule.roleId, id))
  const has = new Set(held.map(({ ruleId }) => ruleId))
  const [was, is] = [await rulesFor(tx, old?.nodes ?? one.nodes), await rulesFor(tx, one.nodes)]
  if (sameIds(has, is)) return
  const way = sameIds(has, was)
    ? 'module'
    : choose(on, {
        id: `role:${one.key}`,
        text: m.modules_conflictRights({ name }),
        ways: [
          { value: 'site', label: m.modules_waySite() },
          { value: 'module', label: m.modules_wayModule() },
        ],
      })
  if (way === 'site') return
  await tx.delete(roleRule).where(eq(roleRule.roleId, id))
  await grant(tx, id, is)
  on.steps.push({ kind: 'role', text: m.modules_stepRights({ name }), loss: false })
}

function sameIds(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

async function grant(tx: Db, roleId: number, rules: ReadonlySet<number>): Promise<void> {
  const rows = [...rules].map((ruleId) => ({ roleId, ruleId }))
  if (rows.length > 0) await tx.insert(roleRule).values(rows).onConflictDoNothing()
}

/** The rules of nodes, with the menus and directories that lead to them. */
async function rulesFor(tx: Db, nodes: readonly string[]): Promise<ReadonlySet<number>> {
  if (nodes.length === 0) return new Set()
  const named = await tx
    .select({ id: rule.id, path: rule.treePath })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), inArray(rule.name, [...nodes])))
  return new Set(named.flatMap(({ id, path }) => [id, ...(path.match(/\d+/g)?.map(Number) ?? [])]))
}
