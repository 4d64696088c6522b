import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The name of an account that is gone, as an SQL expression: as its last action has recorded it, else as the history
 * has the deleted row. Null for an account that neither knows.
 */
export function formerName(id: SQL): SQL<string | null> {
  // The expression may name any alias of the query around, so these are no usual ones.
  return sql`coalesce(
    (select nullif(acted.actor_name, '') from change_set acted where acted.actor_id = ${id} order by acted.create_time desc limit 1),
    (select coalesce(nullif(gone.before ->> 'nickname', ''), gone.before ->> 'username') from change gone
      where gone.table_name = 'account' and gone.row_id = ${id} and gone.operation = 'delete' order by gone.id desc limit 1))`
}

/** The name of the account that a column names, also of one that is gone, as an SQL expression. Null for none. */
export function nameOfAccount(id: SQLWrapper | undefined): SQL {
  return sql`(select case when a.id is null then ${formerName(sql`by.id`)} else coalesce(nullif(a.nickname, ''), a.username) end
    from (select ${id} as id) by left join account a on a.id = by.id where by.id is not null)`
}
