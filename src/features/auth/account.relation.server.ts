import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import { account, adminProfile } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { findByName } from '#src/server/crud/relation-find.server.ts'
import type { Relation } from '#src/server/crud/resource.server.ts'
import { containsSql, searchWords } from '#src/server/list/contains.server.ts'

/** Users see the nickname, else the name, else the user name. Written without Drizzle's columns, for any alias. */
const titleOf = (alias: string) =>
  sql.raw(`coalesce(nullif(${alias}.nickname, ''), nullif(${alias}.name, ''), ${alias}.username)`)

/** The name that users see of an account. */
export const accountTitle = sql<string>`${titleOf('account')}`

/**
 * A relation to back-office accounts (resource `user`). An actor chooses among the accounts of the departments in the
 * actor's data scope. Accounts without a department are chosen only by those who see all rows. A search looks in user
 * name, nickname and name, and in the mobile number for those who see it whole. Locked accounts come last, and say so.
 * @param many the field holds a list of ids
 */
export function accountRelation({ many = false }: { many?: boolean } = {}): Relation {
  const labelOf = (value: SQL) =>
    sql`(select ${titleOf('named')} from ${account} named where named.id = ${value} and named.kind = 'admin')`
  return {
    ...(many ? { eachLabelOf: labelOf } : { labelOf: (column) => labelOf(sql`${column}`) }),
    async labels(db, ids) {
      const rows = await db
        .select({ id: account.id, label: accountTitle })
        .from(account)
        .where(and(eq(account.kind, 'admin'), anyOf(account.id, ids.map(Number))))
      return Object.fromEntries(rows.map(({ id, label }) => [String(id), label]))
    },
    async available(db, actor, ids) {
      const rows = await db
        .select({ id: account.id })
        .from(account)
        .where(and(accountsSeen(actor), anyOf(account.id, ids)))
      return rows.map(({ id }) => id)
    },
    find: (db, actor, names) =>
      findByName(
        db,
        {
          table: account,
          id: account.id,
          visible: accountsSeen(actor),
          nameColumns: namesKnownTo(actor),
        },
        names,
      ),
    async search(db, actor, { quickSearch, limit, offset }) {
      const found = accountsNamed(actor, quickSearch)
      const rows = await db
        .select({
          value: account.id,
          label: accountTitle,
          hint: account.username,
          avatar: account.avatar,
          status: account.status,
          organization: departmentPath,
        })
        .from(account)
        .where(and(accountsSeen(actor), ...found))
        .orderBy(desc(account.status), asc(account.username), asc(account.id))
        .limit(limit)
        .offset(offset)
      return rows.map(({ value, label, hint, avatar, status, organization }) => ({
        value,
        label,
        hint,
        person: { avatar, organization: organization ?? '', locked: status !== 1 },
      }))
    },
  }
}

/** The conditions for the accounts that an actor finds by some words. */
export function accountsNamed(actor: Actor, quickSearch: string): (SQL | undefined)[] {
  const columns = namesKnownTo(actor)
  return searchWords(quickSearch).map((word) => or(...columns.map((column) => containsSql(column, word))))
}

/** What an actor may find accounts by. Whoever sees only a part of a telephone number cannot guess the rest. */
export function namesKnownTo(actor: Actor): PgColumn[] {
  const { username, phone, nickname, name } = account
  return [username, ...(can(actor, 'user-role/user/edit') ? [phone] : []), nickname, name]
}

/** The condition for the back-office accounts that an actor may choose. */
export function accountsSeen(actor: Actor): SQL | undefined {
  const visible = scope(actor, { organization: adminProfile.deptId })
  const admins = eq(account.kind, 'admin')
  if (!visible) return admins
  return and(admins, sql`${account.id} in (select ${adminProfile.accountId} from ${adminProfile} where ${visible})`)
}

/** The names from the root to an account's department: `Province / City / School`. */
export const departmentPath = sql<string | null>`(
  select string_agg(above.name, ' / ' order by length(above.path))
  from ${adminProfile} profile join ${organization} own on own.id = profile.dept_id
    join ${organization} above on above.id = any (string_to_array(trim(both '/' from own.path), '/')::bigint[])
  where profile.account_id = account.id)`
