import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { identityChanges, isPermission } from './identity-changes.server.ts'

/**
 * Whether a transaction gives rights to somebody, or a way into the account of somebody else: a role, more in a role,
 * all rights, a wider part of the organization tree, another's password. It reads the history, which triggers write, so
 * it sees every way to do that. Passwords are not in the history: a trigger notes them.
 */
export async function grantsRights(tx: Db, changeSetId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ given: boolean }>(sql`
    select exists (select from change c where c.change_set_id = ${changeSetId} and case c.table_name
      when 'account_role' then c.operation = 'insert' or c.operation = 'update' and ${lengthened}
      when 'account' then c.operation <> 'delete' and c.after->'super' = 'true'
      when 'role' then c.operation = 'update' and (c.after ? 'scope' or c.after->'status' = '1')
      when 'role_organization' then c.operation = 'insert'
      when 'admin_profile' then c.operation = 'update' and c.after ? 'dept_id' and exists (
        select from admin_profile p join account_role ar on ar.account_id = p.account_id where p.id = c.row_id)
      when 'rule' then c.operation = 'update' and (c.after ?| array['name', 'type', 'area'] or c.after->'status' = '1')
        and exists (select from role_rule where rule_id = c.row_id)
      else false end) or current_setting('app.password_given', true) = 'yes' as given`)
  if (rows[0]?.given) return true
  return addsPermission(tx, changeSetId)
}

/** A role is held for longer than before: the new end is none, or later than the old one. */
const lengthened = sql`(c.after ?| array['role_id', 'account_id'] or c.after ? 'end_time' and (
  c.after->'end_time' = 'null' or (c.before->>'end_time')::timestamptz < (c.after->>'end_time')::timestamptz))`

/**
 * Whether a role gets a permission that was there before. New menus go by themselves to whoever has the menu above, and
 * a new permission that is no node lets nobody do anything.
 */
async function addsPermission(tx: Db, changeSetId: number): Promise<boolean> {
  const { roles } = await identityChanges(tx, changeSetId)
  if (roles.size === 0) return false
  const { rows } = await tx.execute<{ type: string; name: string; fresh: boolean }>(sql`
    select distinct r.type, r.name, exists (select from change made where made.change_set_id = ${changeSetId}
        and made.table_name = 'rule' and made.operation = 'insert' and made.row_id = r.id) as fresh
    from change c join rule r on r.id = (c.after->>'rule_id')::bigint
    where c.change_set_id = ${changeSetId} and c.table_name = 'role_rule' and c.operation <> 'delete'`)
  return rows.some((one) => !one.fresh || isPermission(one))
}
