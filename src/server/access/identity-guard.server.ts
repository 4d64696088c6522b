import { sql } from 'drizzle-orm'
import { besideOf, type Database, type Db } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import { type AccountAuthority, authorities, isAbove, isBelow, roleGrants } from './authority.server.ts'
import {
  type AccountChange,
  type IdentityChanges,
  identityChanges,
  isPermission,
  type RuleChange,
  takenBackRules,
} from './identity-changes.server.ts'
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
 * that write accounts, roles or rules pass here one after another, each with the result of the one before.
 * @throws AppError 403
 */
export async function guardIdentity(db: Database, tx: Db, author: Author, changeSetId: number): Promise<void> {
  const { rows } = await tx.execute<{ touched: string | null }>(sql`
    select current_setting('app.identity_touched', true) as touched`)
  if (rows[0]?.touched !== 'yes') return
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('identity'))`)
  const before = besideOf(db)
  // What the operator of the machine does is not limited.
  if (author.id !== null) {
    const changes = await identityChanges(tx, changeSetId)
    const actor = await authorityOf(before, { id: author.id })
    await keepBuiltIn(before, changes.rules, await takenBackRules(tx))
    await guardAccounts(before, tx, actor, changes)
    if (!actor.super) {
      await guardRoles(before, tx, actor, changes)
      await guardRules(before, actor, changes.rules)
    }
  }
  await tx.execute(sql`select set_config('app.identity_checked', 'yes', true)`)
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
  for (const [id, changes] of accounts) {
    if (id === actor.id) guardSelf(actor, changes)
    // Members have no authority over the back office. Who may change them is another question.
    else if ((earlier.get(id) ?? now.get(id))?.kind === 'admin') others.push(id)
  }
  if (actor.super) return
  for (const [, message] of await accountsAbove(before, actor, others)) throw new AppError(403, message)
  for (const id of others) {
    const [was, is] = [earlier.get(id), now.get(id)]
    if (was && !isInReach(actor, was)) throw new AppError(403, m.error_outOfScope())
    if (!is) continue
    if (!isInReach(actor, is)) throw new AppError(403, m.error_outOfScope())
    if (!isAbove(actor, is)) throw new AppError(403, m.error_grantMore({ name: is.title }))
  }
}

function guardSelf(actor: AccountAuthority, changes: readonly AccountChange[]): void {
  for (const { table, operation, before, after } of changes) {
    if (table === 'account') {
      if (operation === 'delete') throw new AppError(403, m.error_selfDelete())
      if (operation === 'update' && 'status' in after && after.status !== 1) throw new AppError(403, m.error_selfLock())
      const beyond = Object.keys(before).filter((column) => !OWN_COLUMNS.includes(column))
      if (beyond.includes('super') || (!actor.super && beyond.length > 0)) throw new AppError(403, m.error_selfRights())
    } else if (table !== 'credential' && !actor.super) throw new AppError(403, m.error_selfRights())
  }
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
async function keepBuiltIn(before: Db, rules: readonly RuleChange[], added: ReadonlySet<number>): Promise<void> {
  const fixed = ['name', 'type', 'area', 'built_in']
  const suspects = rules.filter(
    ({ id, operation, after }) =>
      (operation === 'delete' && !added.has(id)) || (operation === 'update' && fixed.some((name) => name in after)),
  )
  if (suspects.length === 0) return
  const ids = suspects.map(({ id }) => id)
  const { rows } = await before.execute(sql`
    select 1 from rule where built_in and id = any (${sql.param(ids)}::bigint[]) limit 1`)
  const made = suspects.some(({ after }) => after.built_in === true)
  if (rows.length > 0 || made) throw new AppError(403, m.error_ruleBuiltIn())
}

/** Permissions are added, renamed, moved and deleted by those who hold them. */
async function guardRules(before: Db, actor: AccountAuthority, rules: readonly RuleChange[]): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await before.execute<{ id: number; type: string; name: string }>(
    sql`select id, type, name from rule`,
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
    // A menu that one does not have is not one's own to change either.
    if (old && !actor.rules.has(id)) throw new AppError(403, m.error_ruleNode({ name: old.name }))
  }
}
