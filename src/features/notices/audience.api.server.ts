import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { announcementAudiences } from '#src/db/notice.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { inTurn } from '#src/server/list/read-turns.server.ts'
import { announcementErrors } from './announcement.rules.server.ts'

const ids = v.optional(v.pipe(v.array(id), v.maxLength(1000)), [])

type Chosen = {
  audience: (typeof announcementAudiences)[number]
  'roleIds[]': number[]
  'organizationIds[]': number[]
  'groupIds[]': number[]
}

/** How many accounts an announcement would reach now. An author learns it only of those whom the author may address. */
export const audienceCall = endpoint({
  method: 'get',
  path: '/adminApi/announcement/audience',
  tag: 'resource',
  security: 'admin',
  node: ['routine/announcement/add', 'routine/announcement/edit'],
  summary: m.call_announcementAudience,
  query: v.strictObject({
    audience: v.picklist(announcementAudiences),
    'roleIds[]': ids,
    'organizationIds[]': ids,
    'groupIds[]': ids,
  }),
  answer: v.strictObject({ count: v.number() }),
  errors: [422, 429],
  run: ({ c, actor, query }) =>
    inTurn(c, async (db) => {
      const values = { audience: query.audience, organizationIds: query['organizationIds[]'] }
      const errors = await announcementErrors(db, values, undefined, actor)
      if (Object.keys(errors).length > 0) throw invalid(errors)
      return { count: await countOf(db, query) }
    }),
})

/** Locked accounts are not counted. Otherwise the same accounts as `isShownTo` finds. */
async function countOf(db: Db, chosen: Chosen): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from account acc where acc.status = 1 and ${reached(chosen)}`,
  )
  return rows[0]?.count ?? 0
}

function reached(chosen: Chosen): SQL {
  const among = (given: readonly number[]) => sql`any (${sql.param([...given])}::bigint[])`
  switch (chosen.audience) {
    case 'staff':
      return sql`acc.kind = 'admin'`
    case 'members':
      return sql`acc.kind = 'user'`
    case 'roles':
      return sql`acc.id in (select held.account_id from account_role held
        join role on role.id = held.role_id and role.status = 1
        where held.role_id = ${among(chosen['roleIds[]'])} and (held.end_time is null or held.end_time > now()))`
    case 'organizations':
      return sql`acc.id in (with org as (select o.id from organization o where exists (select from organization top
          where top.id = ${among(chosen['organizationIds[]'])} and starts_with(o.path, top.path)))
        select ap.account_id from admin_profile ap join org on org.id = ap.dept_id
        union all select mp.account_id from member_profile mp join org on org.id = mp.org_id)`
    case 'groups':
      return sql`acc.id in (select mp.account_id from member_profile mp
        join member_group g on g.id = mp.group_id and g.status = 1 where g.id = ${among(chosen['groupIds[]'])})`
  }
}
