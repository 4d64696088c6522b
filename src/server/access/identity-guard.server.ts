import { sql } from 'drizzle-orm'
import { besideOf, type Database, type Db } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import { type AccountAuthority, authorities, isAbove, isBelow, roleGrants } from './authority.server.ts'
import { grantsRights } from './granting.server.ts'
import {
  type AccountChange,
  type IdentityChanges,
  identityChanges,
  isPermission,
  type RuleChange,
  takenBackRules,
} from './identity-changes.server.ts'
import { assertProven } from './proof.server.ts'
import { accountsAbove, authorityOf, isInReach, rolesAbove } from './rights.server.ts'

/** The columns of their own account that people may change. */
const OWN_COLUMNS: readonly string[] = ['nickname', 'name', 'email', 'phone', 'avatar', 'username']

/**
 * Checks what a transaction has written of accounts, roles and rules, before its commit: nobody grants what they do not
 * hold, changes an equal or a superior, locks or deletes themselves. Super administrators change one another, and none
 * of them can remove themselves, so one is always left. Every write passes here, by whatever call, job or undo; the
 * screens' own checks are only there for better messages.
 *
 * The state before is read on a connection of its own, which does not see the transaction. A lock makes transactions
 * that write accounts, roles or rules pass here one after another, each with the result of the one before. Whoever
 * gives rights must have proved anew who they are. Members have no rights here: of what is written of them, only
 * passwords are looked at, and nobody waits.
 * @throws AppError 403
 */
export async function guardIdentity(db: Database, tx: Db, author: Author, changeSetId: number): Promise<void> {
  const { rows } = await tx.execute<{ touched: string | null; given: boolean | null }>(sql`
    select current_setting('app.identity_touched', true) as touched,
      current_setting('app.password_given', true) = 'yes' as given`)
  const [{ touched, given } = { touched: '', given: false }] = rows
  if (touched === 'member') {
    await guardMemberPassword(tx, author, given === true)
    await tx.execute(sql`select set_config('app.identity_checked', 'member', true)`)
  }
  if (touched !== 'yes') return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('identity'))`)
  // What the operator of the machine does is not limited.
  if (author.id !== null) {
    const changes = await identityChanges(tx, changeSetId)
    if (author.apiTokenId !== undefined) await guardApiToken(tx, changes)
    const own = changes.accounts.get(author.id) ?? []
    await keepMembers(tx, changes)
    await keepBuiltIn(tx, changes.rules, await takenBackRules(tx))
    const all = !changesRights(own) && (await isSuper(tx, author.id))
    guardSelf(all, own)
    if (!all) await guardOthers(besideOf(db), tx, author.id, changes)
    // The last question, so that nobody proves who they are for what is refused anyway.
    if (await grantsRights(tx, changeSetId)) await assertProven(tx, author)
  }
  await tx.execute(sql`select set_config('app.identity_checked', 'yes', true)`)
}

/** Whoever gives somebody else a password must have proved anew who they are. An API token gives none. */
async function guardMemberPassword(tx: Db, author: Author, given: boolean): Promise<void> {
  if (author.apiTokenId !== undefined) throw new AppError(403, m.apiToken_refused(), { reason: 'apiToken' })
  if (given && author.id !== null) await assertProven(tx, author)
}

/** Nobody makes a member an account of the back office, or gives one a role, whoever writes. */
async function keepMembers(tx: Db, { accounts }: IdentityChanges): Promise<void> {
  const gives = ({ table, operation, after }: AccountChange) =>
    table === 'account'
      ? after.super === true || (operation === 'update' && 'kind' in after)
      : table !== 'credential' && operation !== 'delete'
  const suspects = [...accounts].filter(([, changes]) => changes.some(gives))
  if (suspects.length === 0) return
  const turned = suspects.filter(([, changes]) =>
    changes.some(({ after, operation }) => operation === 'update' && 'kind' in after),
  )
  const { rows } = await tx.execute<{ name: string }>(sql`
    select coalesce(nullif(nickname, ''), username) as name from account
    where id = any (${sql.param(suspects.map(([id]) => id))}::bigint[])
      and (kind = 'user' or id = any (${sql.param(turned.map(([id]) => id))}::bigint[])) limit 1`)
  const [member] = rows
  if (member) throw new AppError(403, m.error_memberRights({ name: member.name }))
}

/** Whether somebody's own change could make them, or have made them, a super administrator. Nobody may do that. */
function changesRights(own: readonly AccountChange[]): boolean {
  return own.some(({ table, before }) => table === 'account' && ('super' in before || 'status' in before))
}

/**
 * Whether the author is a super administrator. It asks the transaction, which has not changed that: while a super
 * administrator changes tables, nobody beside the transaction can read them.
 */
async function isSuper(tx: Db, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from account where id = ${id} and super and status = 1`)
  return rows.length > 0
}

/**
 * An API token keeps the data of accounts, and never makes anybody more powerful: it sets no password, gives no role,
 * changes neither roles nor rules, and leaves super administrators alone.
 */
async function guardApiToken(tx: Db, { accounts, roles, rules }: IdentityChanges): Promise<void> {
  const written = [...accounts.values()].flat()
  const grants = written.some(({ table, before, after }) =>
    table === 'account' ? before.super === true || after.super === true : table !== 'admin_profile',
  )
  const { rows } = await tx.execute(sql`
    select 1 from account where id = any (${sql.param([...accounts.keys()])}::bigint[]) and super limit 1`)
  if (grants || roles.size > 0 || rules.length > 0 || rows.length > 0)
    throw new AppError(403, m.apiToken_refused(), { reason: 'apiToken' })
}

async function guardOthers(before: Db, tx: Db, id: number, changes: IdentityChanges): Promise<void> {
  const actor = await authorityOf(before, { id })
  await guardAccounts(before, tx, actor, changes)
  await guardRoles(before, tx, actor, changes)
  await guardRules(before, actor, await rulesOfOffice(before, tx, changes.rules))
}

async function guardAccounts(
  before: Db,
  tx: Db,
  actor: AccountAuthority,
  { accounts }: IdentityChanges,
): Promise<void> {
  const ids = [...accounts.keys()]
  const now = await authorities(tx, ids)
  const earlier = await authorities(before, ids)
  const others: number[] = []
  for (const id of ids) {
    // Members have no authority over the back office. Whoever has the node and the scope may change them.
    if (id !== actor.id && (earlier.get(id) ?? now.get(id))?.kind === 'admin') others.push(id)
  }
  for (const [, message] of await accountsAbove(before, actor, others)) throw new AppError(403, message)
  for (const id of others) {
    const [was, is] = [earlier.get(id), now.get(id)]
    if (was && !isInReach(actor, was)) throw new AppError(403, m.error_outOfScope())
    if (!is) continue
    if (!isInReach(actor, is)) throw new AppError(403, m.error_outOfScope())
    if (!isAbove(actor, is)) throw new AppError(403, m.error_grantMore({ name: is.title }))
  }
}

function guardSelf(isSuper: boolean, changes: readonly AccountChange[]): void {
  for (const { table, operation, before, after } of changes) {
    if (table === 'account') {
      if (operation === 'delete') throw new AppError(403, m.error_selfDelete())
      if (operation === 'update' && 'status' in after && after.status !== 1) throw new AppError(403, m.error_selfLock())
      const beyond = Object.keys(before).filter((column) => !OWN_COLUMNS.includes(column))
      if (beyond.includes('super') || (!isSuper && beyond.length > 0)) throw new AppError(403, m.error_selfRights())
    } else if (table !== 'credential' && !isOwnProfile({ table, operation, before }) && !isSuper)
      throw new AppError(403, m.error_selfRights())
  }
}

/** Whether only the signature has changed. */
function isOwnProfile({ table, operation, before }: Pick<AccountChange, 'table' | 'operation' | 'before'>): boolean {
  const isUpdate = table === 'admin_profile' && operation === 'update'
  return isUpdate && Object.keys(before).every((column) => column === 'signature')
}

async function guardRoles(before: Db, tx: Db, actor: AccountAuthority, changes: IdentityChanges): Promise<void> {
  const ids = [...changes.roles]
  for (const [, message] of await rolesAbove(before, actor, ids)) throw new AppError(403, message)
  for (const grant of (await roleGrants(tx, ids)).values()) {
    if (!isBelow(grant, actor)) throw new AppError(403, m.error_grantMore({ name: grant.name }))
  }
  // Those who have the roles get what was put into them.
  for (const [, message] of await rolesAbove(tx, actor, ids)) throw new AppError(403, message)
}

/**
 * Built-in rules keep what the product's code names, whoever writes. Standard buttons that somebody has added can be
 * taken back.
 */
async function keepBuiltIn(tx: Db, rules: readonly RuleChange[], added: ReadonlySet<number>): Promise<void> {
  const fixed = ['name', 'type', 'area', 'built_in']
  const suspects = rules.filter(
    ({ id, operation, after }) =>
      (operation === 'delete' && !added.has(id)) || (operation === 'update' && fixed.some((name) => name in after)),
  )
  if (suspects.length === 0) return
  const ids = suspects.map(({ id }) => id)
  const { rows } = await tx.execute(sql`
    select 1 from rule where built_in and id = any (${sql.param(ids)}::bigint[]) limit 1`)
  // A rule is neither deleted nor made an ordinary one first.
  const was = suspects.some(({ before }) => before.built_in === true)
  if (rows.length > 0 || was) throw new AppError(403, m.error_ruleBuiltIn())
}

/**
 * The changed rules of the back office. Those of the member side give no rights here, so the nodes of their resource
 * are enough. A rule that is or was one of the back office counts, whatever else it is.
 */
async function rulesOfOffice(before: Db, tx: Db, rules: readonly RuleChange[]): Promise<RuleChange[]> {
  const ids = [...new Set(rules.map(({ id }) => id))]
  const areas = new Map<number, string[]>()
  const note = (id: number, area: unknown) => areas.set(id, [...(areas.get(id) ?? []), String(area)])
  for (const db of [before, tx]) {
    const { rows } = await db.execute<{ id: number; area: string }>(sql`
      select id, area from rule where id = any (${sql.param(ids)}::bigint[])`)
    for (const { id, area } of rows) note(Number(id), area)
  }
  for (const { id, before: was, after } of rules)
    for (const area of [was.area, after.area]) if (area !== undefined) note(id, area)
  return rules.filter(({ id }) => areas.get(id)?.every((area) => area === 'user') !== true)
}

/** Permissions are added, renamed, moved and deleted by those who hold them. */
async function guardRules(before: Db, actor: AccountAuthority, rules: readonly RuleChange[]): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await before.execute<{ id: number; type: string; name: string; fixed: boolean }>(
    sql`select id, type, name, built_in as fixed from rule`,
  )
  const stored = new Map(rows.map((row) => [Number(row.id), row]))
  const held = new Set(rows.filter(({ id }) => actor.rules.has(Number(id))).map(({ name }) => name))
  for (const { id, operation, before: was, after } of rules) {
    const old = stored.get(id)
    const is = operation === 'delete' ? undefined : { type: after.type ?? old?.type, name: after.name ?? old?.name }
    for (const one of [old ?? (was.name === undefined ? undefined : was), is]) {
      if (!one) continue
      const { type, name } = { type: one.type, name: one.name }
      if (isPermission({ type, name }) && !held.has(String(name)))
        throw new AppError(403, m.error_ruleNode({ name: String(name) }))
    }
    // It would be on or off for every role, also for those of superiors and for one's own.
    if (old && 'status' in after && operation === 'update' && (old.fixed || isPermission(old)))
      throw new AppError(403, m.error_ruleSwitch({ name: old.name }))
    // A menu that one does not have is not one's own to change either.
    if (old && !actor.rules.has(id)) throw new AppError(403, m.error_ruleNode({ name: old.name }))
  }
}
