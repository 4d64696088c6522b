import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { zoneOf } from '#src/resource/zone-of.ts'
import type { Resource } from '#src/server/crud/resource.server.ts'
import { moment } from '#src/server/export/export-moments.server.ts'
import type { CheckedFilter } from '#src/server/list/filter.server.ts'
import { kindOf } from '#src/server/list/filter-value.server.ts'
import { parseListQuery } from '#src/server/list/list-query.server.ts'
import { searchSql } from '#src/server/list/list-search.server.ts'
import type { ModuleReminder } from './manifest.schema.ts'
import { moduleReminded } from './module.table.server.ts'

/** A reminder with the resource that it is about, as it is stored now. */
export type Asking = { uid: string; reminder: ModuleReminder; resource: Resource; timeZone: string }

/** A row whose day is near, and that nobody was told of yet. `day` is one in the time zone of the site. */
export type DueRow = { id: number; day: string }

/** Nobody, for filters that mean the same for everybody. */
const NOBODY = { id: 0, orgId: null, orgPath: null }
const PEOPLE = ['me', 'myOrganization', 'myOrganizations']

/** The filter of a reminder. @throws AppError 400 for a text that is none */
export function filterOf({ filter }: ModuleReminder): CheckedFilter | undefined {
  return parseListQuery(new URLSearchParams(filter ? { filter } : {})).filter
}

/**
 * Accounts with rows to be told of, in the order of their ids. Whether they may see these rows is not asked here.
 * @param after the id of the last account that was looked at
 * @throws AppError 400 for a filter that the resource does not know, Error for a field that it has no more
 */
export async function accountsDue(db: Db, asking: Asking, after: number, most: number): Promise<number[]> {
  const { resource, to, condition } = await dueOf(db, asking)
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct ${to} as id from ${resource.source}
    where ${condition} and ${to} > ${after} and exists (select from ${account} a
      where a.id = ${to} and a.status = 1 and a.kind = 'admin')
    order by id limit ${most}`)
  return rows.map(({ id }) => Number(id))
}

/** The rows of an account to be told of, in the order of their ids. @param after the last one that was looked at */
export async function rowsDue(
  db: Db,
  asking: Asking,
  { accountId, after, most }: { accountId: number; after: number; most: number },
): Promise<DueRow[]> {
  const { resource, to, day, condition } = await dueOf(db, asking)
  const { id } = resource.columns
  const { rows } = await db.execute<{ id: string; day: string }>(sql`
    select ${id} as id, ${day}::text as day from ${resource.source}
    where ${condition} and ${to} = ${accountId} and ${id} > ${after} order by ${id} limit ${most}`)
  return rows.map((row) => ({ id: Number(row.id), day: row.day }))
}

async function dueOf(db: Db, { uid, reminder, resource, timeZone }: Asking) {
  const { columns } = resource
  const [to, column] = [columns[reminder.to], columns[reminder.day]]
  if (!to || !column) throw new Error(`${resource.key} has no ${reminder.to}, or no ${reminder.day}`)
  const field = resource.fields.get(reminder.day)
  const zone = field ? zoneOf(field, timeZone) : timeZone
  const day = kindOf(column) === 'instant' ? sql`(${moment(column)} at time zone ${zone}::text)::date` : sql`${column}`
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  const filter = filterOf(reminder)
  // It is asked in any case, because it knows what is wrong with a filter.
  const found = await searchSql(db, resource, NOBODY, { quickSearch: '', filter })
  const parts = [
    sql`${to} is not null and ${day} between ${today} and ${today} + ${reminder.before}::int`,
    ...(found && !(filter && isPersonal(filter)) ? [sql`(${found})`] : []),
    sql`not exists (select from ${moduleReminded} told where told.uid = ${uid} and told.key = ${reminder.key}
      and told.row_id = ${columns.id} and told.day = ${day} and told.account_id = ${to})`,
  ]
  return { resource, to, day, condition: sql.join(parts, sql` and `) }
}

/** Whether a filter means something else for each account. */
function isPersonal(filter: CheckedFilter): boolean {
  if ('and' in filter) return filter.and.some(isPersonal)
  if ('or' in filter) return filter.or.some(isPersonal)
  return PEOPLE.includes(filter.dynamic ?? '')
}
