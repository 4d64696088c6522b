import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { can, nodesOf } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import type { RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { placesOfRows } from '#src/server/crud/row-places.server.ts'
import { namesOf } from '#src/server/crud/table-names.server.ts'

type LoggedCall = { changeSetId: number | null; requestId: string; createTime: string }

/** Rows that are named of each table. */
const NAMED = 20

type ChangedRow = {
  set: string
  kind: string
  table: string
  row: string
  operation: 'insert' | 'update' | 'delete'
  count: number
}

/**
 * What a call has changed: its own change set, and those that were made under its request's id, as by a job that it
 * began. Only rows that the actor may see are named.
 */
export async function changesOf(db: Db, actor: Actor, { changeSetId, requestId, createTime }: LoggedCall) {
  const { rows } = await db.execute<ChangedRow>(sql`
    with sets as (
      select id, kind from change_set where id = ${changeSetId}
      union select id, kind from change_set where ${requestId} <> '' and request_id = ${requestId}
        and create_time between ${createTime}::timestamptz - interval '10 minutes' and ${createTime}::timestamptz + interval '1 day'),
    rows as (
      select s.id as set, s.kind, c.table_name as table, c.row_id as row,
        coalesce(min(c.operation) filter (where c.operation <> 'update'), 'update') as operation
      from sets s join change c on c.change_set_id = s.id group by 1, 2, 3, 4),
    ranked as (
      select *, count(*) over one as count, row_number() over (partition by set, "table" order by row) as place
      from rows window one as (partition by set, "table"))
    select set::text, kind, "table", row::text, operation, count::int from ranked where place <= ${NAMED} order by set, "table", place`)
  const sets = Map.groupBy(rows, ({ set }) => set)
  return Promise.all(
    [...sets].map(async ([set, all]) => ({
      id: Number(set),
      kind: all[0]?.kind ?? '',
      tables: await Promise.all(
        [...Map.groupBy(all, ({ table }) => table)].map(([table, found]) => tableOf(db, actor, table, found)),
      ),
    })),
  )
}

async function tableOf(db: Db, actor: Actor, table: string, found: readonly ChangedRow[]) {
  const names = namesOf(table)
  const [first] = found
  const registered = first && (await placesOfRows(db, table, [Number(first.row)])).get(Number(first.row))
  const description = registered?.resource.description
  const resource = description?.key ?? names.resource ?? null
  const menu = description?.menu ?? names.menu ?? null
  const open = resource !== null && menu !== null && can(actor, nodesOf({ key: resource, menu }).index)
  const ids = found.map(({ row }) => Number(row))
  const known = open && registered ? await rowNames(db, actor, registered.resource, ids) : new Map<number, string>()
  return {
    title: labelText(description ? pluralLabel(description) : names.title),
    resource,
    menu,
    open,
    count: found[0]?.count ?? 0,
    rows: found.map(({ row, operation }) => ({ id: Number(row), operation, name: known.get(Number(row)) ?? null })),
  }
}

type Named = RegisteredResource['resource']

/** The names of the rows that are still there and that the actor sees. */
async function rowNames(db: Db, actor: Actor, resource: Named, ids: number[]): Promise<Map<number, string>> {
  const { table, columns, description } = resource
  const title = columns[description.rowTitle]
  if (!title || title.table !== table) return new Map()
  const visible = scope(actor, resource.scope)
  const where = visible ? sql`${inArray(columns.id, ids)} and ${visible}` : inArray(columns.id, ids)
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select ${columns.id}::text as id, ${title}::text as name from ${table} where ${where}`,
  )
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}
