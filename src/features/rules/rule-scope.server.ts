import { type SQL, sql } from 'drizzle-orm'
import { rule } from '#src/db/identity.table.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'

/**
 * The rules that an actor sees: those that a role in force holds, whether or not they are enabled, with the menu
 * directories above them. A super administrator sees all.
 */
export function rulesSeen(actor: Actor): SQL | undefined {
  if (actor.super) return undefined
  const held = sql`select rr.rule_id from account_role ar join role r on r.id = ar.role_id and r.status = 1
    join role_rule rr on rr.role_id = r.id
    where ar.account_id = ${actor.id} and (ar.end_time is null or ar.end_time > now())`
  const above = sql`${rule.type} = 'menu_dir' and ${rule.id} in (
    select unnest(string_to_array(trim(both '/' from of_held.path), '/'))::bigint from rule of_held
    where of_held.id in (${held}))`
  // A rule that is not there yet, or no longer, is judged by what is above it.
  const elsewhere = sql`not exists (select from rule stored where stored.id = ${rule.id})
    and exists (select from (${held}) mine where strpos(${rule.treePath}, '/' || mine.rule_id || '/') > 0)`
  return sql`(${rule.id} in (${held}) or (${above}) or (${elsewhere}))`
}
