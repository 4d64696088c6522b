import { type SQL, sql } from 'drizzle-orm'
import { announcementsOn } from '../access/parts.server.ts'

/**
 * The accounts with these ids as `reader`, with what decides which announcements are for them: side, organization and
 * group.
 */
export function readersOf(ids: readonly number[]): SQL {
  return sql`(select acc.id, acc.kind, o.path, mp.group_id from unnest(${sql.param([...ids])}::bigint[]) as asked (id)
    join account acc on acc.id = asked.id
    left join admin_profile ap on ap.account_id = acc.id left join member_profile mp on mp.account_id = acc.id
    left join organization o on o.id = coalesce(ap.dept_id, mp.org_id)) reader`
}

/**
 * Whether `reader` is shown the announcement `a` now. Those of the last year are looked through, by the index on
 * `shown_time`. An organization counts with all below it, whose paths begin with its own. Nobody is shown any while
 * announcements are off.
 */
export const isShownTo = sql`${announcementsOn} and ${sql.raw(`a.status = 'published' and a.shown_time <= now()
  and a.shown_time > now() - interval '1 year' and (a.until_time is null or a.until_time > now())
  and case a.audience
    when 'staff' then reader.kind = 'admin'
    when 'members' then reader.kind = 'user'
    when 'roles' then exists (select from announcement_role ar join account_role held on held.role_id = ar.role_id
      join role on role.id = ar.role_id and role.status = 1
      where ar.announcement_id = a.id and held.account_id = reader.id
        and (held.end_time is null or held.end_time > now()))
    when 'organizations' then exists (select from announcement_organization ao
      join organization top on top.id = ao.organization_id
      where ao.announcement_id = a.id and starts_with(reader.path, top.path))
    when 'groups' then exists (select from announcement_group ag
      join member_group g on g.id = ag.group_id and g.status = 1
      where ag.announcement_id = a.id and ag.group_id = reader.group_id)
    else false end`)}`

/** Whether `reader` has read the announcement `a`. */
export const hasRead = sql.raw(
  'exists (select from announcement_read r where r.account_id = reader.id and r.announcement_id = a.id)',
)
