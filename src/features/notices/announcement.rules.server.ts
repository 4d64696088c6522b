import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { announcement } from '#src/db/notice.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'

/** Whether the actor may speak to everybody. */
const isUnlimited = (actor: Actor) => actor.super || actor.scopes.has('all')

/** The organizations `top` of which one, it or one below, is outside of what the actor sees. */
function reachesBeyond(actor: Actor): SQL {
  return sql`exists (select from ${organization} where starts_with(${organization.path}, top.path)
    and not coalesce(${scope(actor, 'organizations') ?? sql`true`}, false))`
}

/**
 * Whose announcements an actor works on. An author whose data scope has a limit sees those that speak only to
 * organizations within it: no other could be changed without taking it from readers that the author does not know.
 */
export function announcementScope(actor: Actor): SQL | undefined {
  if (isUnlimited(actor)) return undefined
  const chosen = sql`from announcement_organization ao join organization top on top.id = ao.organization_id
    where ao.announcement_id = ${announcement.id}`
  return sql`${announcement.audience} = 'organizations' and exists (select ${chosen})
    and not exists (select ${chosen} and ${reachesBeyond(actor)})`
}

/** What is wrong with an announcement, at its fields. What is not given is as it is stored. */
export async function announcementErrors(
  db: Db,
  values: Readonly<Record<string, unknown>>,
  row: Row | undefined,
  actor: Actor,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const [from, until] = [values.fromTime, values.untilTime].map((value, at) =>
    value === undefined ? row?.[at === 0 ? 'fromTime' : 'untilTime'] : value,
  )
  if (from && until && Date.parse(String(from)) >= Date.parse(String(until)))
    errors.untilTime = [m.announcement_untilBeforeFrom()]
  const groups = values.groupIds
  if (Array.isArray(groups) && (await hasGroupOff(db, groups.map(Number), row)))
    errors.groupIds = [m.announcement_groupOff()]
  if (isUnlimited(actor)) return errors
  const audience = values.audience ?? row?.audience
  if (audience !== 'organizations') return { ...errors, audience: [m.announcement_onlyOrganizations()] }
  const chosen = values.organizationIds
  if (Array.isArray(chosen) && (await reachBeyond(db, actor, chosen.map(Number))))
    errors.organizationIds = [m.announcement_beyondScope()]
  return errors
}

async function reachBeyond(db: Db, actor: Actor, ids: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute(sql`select from organization top
    where top.id = any (${sql.param([...ids])}::bigint[]) and ${reachesBeyond(actor)} limit 1`)
  return rows.length > 0
}

/** Whether one of these groups is off. What the announcement has already stays. */
async function hasGroupOff(db: Db, ids: readonly number[], row: Row | undefined): Promise<boolean> {
  const stored = Array.isArray(row?.groupIds) ? row.groupIds.map(Number) : []
  const { rows } = await db.execute(sql`select from member_group
    where status <> 1 and id = any (${sql.param(ids.filter((id) => !stored.includes(id)))}::bigint[]) limit 1`)
  return rows.length > 0
}
