import { sql } from 'drizzle-orm'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { spoken } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type ArchiveContext, type ArchivePart, fileOf } from './archive-part.server.ts'
import { jsonList, pagesOf } from './json-text.server.ts'

const PAGE = 500

/** What was changed of the own account, and what the member has asked of the platform. */
export const traceParts: readonly ArchivePart[] = [
  fileOf('changes.json', m.ownData_changes, (context) => jsonList(changes(context))),
  fileOf('activity.json', m.ownData_activity, (context) => jsonList(activity(context))),
]

/**
 * The columns whose changes a member learns: those whose present values `profile.json` has. What an office keeps for
 * itself, such as the group, is not among them.
 */
const shown: Readonly<Record<string, string>> = {
  username: 'username',
  nickname: 'nickname',
  name: 'name',
  email: 'email',
  phone: 'phone',
  avatar: 'avatar',
  gender: 'gender',
  birthday: 'birthday',
  motto: 'motto',
  organization: 'organization',
  change_time: 'passwordChangeTime',
  factor: 'secondFactor',
}

type Values = Readonly<Record<string, unknown>> | null
type Change = { id: number; time: string; by: string; before: Values; after: Values }

/** Who of the office has changed something is not said. */
async function* changes({ db, actor }: ArchiveContext) {
  // The name of an organization stands in place of its number.
  const named = (values: string) =>
    sql.raw(`case when c.table_name = 'member_profile' and c.${values} ? 'org_id' then c.${values} || jsonb_build_object(
      'organization', (select o.name from organization o where o.id = (c.${values} ->> 'org_id')::bigint)) else c.${values} end`)
  const pages = pagesOf(PAGE, async (last: Change | undefined) => {
    const { rows } = await db.execute<Change>(sql`
      select c.id, s.create_time::text as time, ${named('before')} as before, ${named('after')} as after,
        case when s.actor_id = ${actor.id} then 'self' when s.actor_id is null then 'system' else 'office' end as by
      from change c join change_set s on s.id = c.change_set_id
      where (c.table_name in ('account', 'credential') and c.row_id = ${actor.id} or c.table_name = 'member_profile'
          and c.row_id = (select p.id from member_profile p where p.account_id = ${actor.id}))
        and ${last ? sql`c.id < ${last.id}` : sql`true`}
      order by c.id desc limit ${PAGE}`)
    return rows
  })
  for await (const page of pages)
    yield page.flatMap(({ time, by, before, after }) => {
      const change = { before: shownOf(before), after: shownOf(after) }
      return change.before || change.after ? [{ time: instantFromDatabase(time), by, ...change }] : []
    })
}

function shownOf(values: Values): Record<string, unknown> | null {
  const known = Object.entries(values ?? {}).flatMap(([column, value]) => {
    const name = shown[column]
    return name === undefined ? [] : [[name, value] as const]
  })
  return known.length > 0 ? Object.fromEntries(known) : null
}

type Asked = {
  id: number
  time: string
  title: string
  titleEn: string
  code: number
  ip: string
  userAgent: string
}

/** What the log has of the own calls besides the sign-ins, without what was sent with them. */
async function* activity({ db, actor }: ArchiveContext) {
  const pages = pagesOf(PAGE, async (last: Asked | undefined) => {
    const { rows } = await db.execute<Asked>(sql`
      select l.id, l.create_time::text as time, l.title, l.title_en as "titleEn", l.code, l.address as ip,
        l.agent as "userAgent"
      from admin_log l
      where l.account_id = ${actor.id} and l.event not in ('signIn', 'signInFailed')
        and ${last ? sql`(l.create_time, l.id) < (${last.time}::timestamptz, ${last.id})` : sql`true`}
      order by l.create_time desc, l.id desc limit ${PAGE}`)
    return rows
  })
  for await (const page of pages)
    yield page.map(({ time, title, titleEn, code, ip, userAgent }) => ({
      time: instantFromDatabase(time),
      call: spoken({ 'zh-cn': title, en: titleEn }),
      code,
      ip,
      userAgent,
    }))
}
