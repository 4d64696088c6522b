import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { findResourceOfTable, type RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { factsOfSets } from '#src/server/history/change-sets.server.ts'
import { deletedVisible } from '#src/server/history/deleted-scope.server.ts'
import type { ChangeOperation } from '#src/server/history/history.server.ts'
import { undoNode } from '#src/server/history/inverse-change.server.ts'

/** Change sets that one query reads, and the number that are looked at before the search ends. */
const BATCH = 40
const MOST_READ = 400
/** Changes of a set that are read to know its tables, and the number up to which its rows are counted. */
const FEW = 2_000
const MOST_ROWS = 1_000
/** The ids of this many rows come with an entry. */
const MOST_IDS = 100

type SetRow = {
  set_id: number
  kind: string
  time: string
  actor_id: number | null
  actor_name: string
  undoes_id: number | null
  undone_by: number | null
  tables: string[] | null
}
type Seen = { count: number; ids: number[]; operations: ChangeOperation[] }
type Found = SetRow & Seen & { place: RegisteredResource }

/**
 * The latest changes of rows that the actor sees, the newest first: only of resources that the actor may read, only
 * rows in the data scope, and nothing that the product itself brought along.
 */
export async function latestChanges(db: Db, actor: Actor, limit: number) {
  const found: Found[] = []
  for (let before: number | null = null, read = 0; read < MOST_READ && found.length < limit; read += BATCH) {
    const sets = await setsBefore(db, before)
    found.push(...(await seenSets(db, actor, sets)))
    const last = sets.at(-1)
    if (!last || sets.length < BATCH) break
    before = last.set_id
  }
  const shown = found.slice(0, limit)
  const facts = await factsOfSets(db, shown)
  return Promise.all(
    shown.map(async ({ place, ...one }) => {
      const { description } = place.resource
      const fact = facts.get(one.set_id)
      const [id] = one.ids
      const mayUndo = one.operations.every((operation) => {
        const node = undoNode(place.nodes, operation)
        return node !== undefined && can(actor, node)
      })
      // Who sees all rows learns the exact number.
      const isWhole = scope(actor, place.resource.scope) === undefined
      return {
        changeSetId: one.set_id,
        kind: one.kind,
        time: instantFromDatabase(one.time),
        actor: { id: one.actor_id, name: one.actor_name },
        resource: description.key,
        menu: description.menu,
        title: labelText(one.count === 1 ? description.title : pluralLabel(description)),
        operation: one.operations.length === 1 ? (one.operations[0] ?? 'update') : ('update' as const),
        count: isWhole && fact ? fact.count : one.count,
        ids: one.count > MOST_IDS ? [] : one.ids,
        row: id === undefined ? null : await rowOf(db, place, id),
        undoes: one.undoes_id,
        undoneBy: one.undone_by,
        undoable: mayUndo && one.undone_by === null && (fact?.undoable ?? false),
      }
    }),
  )
}

async function setsBefore(db: Db, before: number | null): Promise<SetRow[]> {
  const { rows } = await db.execute<SetRow>(sql`
    select s.id as set_id, s.kind, s.create_time::text as time, s.actor_id, s.actor_name, s.undoes_id,
      (select min(u.id) from change_set u where u.undoes_id = s.id
        and not exists (select from change_set again where again.undoes_id = u.id)) as undone_by,
      (select array_agg(distinct table_name) from (
        select table_name from change c where c.change_set_id = s.id limit ${FEW}) few) as tables
    from change_set s where s.kind <> 'seed' and (${before}::bigint is null or s.id < ${before})
    order by s.id desc limit ${BATCH}`)
  return rows.map((row) => ({ ...row, set_id: Number(row.set_id) }))
}

/** Those of the change sets with rows that the actor sees, in their order. */
async function seenSets(db: Db, actor: Actor, sets: readonly SetRow[]): Promise<Found[]> {
  const places = new Map<string, RegisteredResource>()
  const seen = new Map<string, Seen>()
  for (const table of new Set(sets.flatMap(({ tables }) => tables ?? []))) {
    const place = await findResourceOfTable(db, table)
    if (!place || !can(actor, place.nodes.index)) continue
    places.set(table, place)
    const ids = sets.filter(({ tables }) => tables?.includes(table)).map((one) => one.set_id)
    for (const [set, rows] of await seenRows(db, actor, place, ids)) seen.set(`${set} ${table}`, rows)
  }
  return sets.flatMap((one) => {
    for (const table of one.tables ?? []) {
      const [place, rows] = [places.get(table), seen.get(`${one.set_id} ${table}`)]
      if (place && rows) return [{ ...one, ...rows, place }]
    }
    return []
  })
}

/** The rows of a resource that change sets have written and that the actor sees, by change set. */
async function seenRows(db: Db, actor: Actor, { resource }: RegisteredResource, sets: readonly number[]) {
  const table = sql.identifier(resource.tableName)
  const visible = scope(actor, resource.scope)
  const last = sql`(select g.before from change g where g.table_name = ${resource.tableName} and g.row_id = c.row_id
    and g.operation = 'delete' order by g.id desc limit 1)`
  const gone = deletedVisible(resource, actor, { id: sql`c.row_id`, row: last })
  const isSeen: SQL = visible
    ? sql`and case when exists (select from ${table} where id = c.row_id)
        then exists (select from ${table} where id = c.row_id and ${visible}) else ${gone ?? sql`true`} end`
    : sql``
  const { rows } = await db.execute<{ set: number; count: number; ids: number[]; operations: ChangeOperation[] }>(sql`
    select s.id as set, count(distinct r.row_id)::int as count, array_agg(distinct r.operation) as operations,
      (array_agg(distinct r.row_id))[1:${MOST_IDS + 1}] as ids
    from unnest(${sql.param(sets)}::bigint[]) s (id) cross join lateral (
      select c.row_id, c.operation from change c
      where c.change_set_id = s.id and c.table_name = ${resource.tableName} ${isSeen} limit ${MOST_ROWS + 1}) r
    group by s.id`)
  return rows.map(({ set, ids, ...rest }) => [Number(set), { ...rest, ids: ids.map(Number) }] as const)
}

/** The name of a row, also of one that was deleted since. */
async function rowOf(db: Db, { resource }: RegisteredResource, id: number) {
  const { rowTitle } = resource.description
  const column = resource.columnName(rowTitle)
  const { rows } = await db.execute<{ title: string | null; exists: boolean }>(sql`
    select coalesce(t.title, (select g.before ->> ${column} from change g where g.table_name = ${resource.tableName}
      and g.row_id = ${id} and g.operation = 'delete' order by g.id desc limit 1)) as title, t.title is not null as exists
    from (select 1) one left join lateral (
      select ${sql.identifier(column)}::text as title from ${sql.identifier(resource.tableName)} where id = ${id}) t on true`)
  return { id, title: rows[0]?.title ?? '', exists: rows[0]?.exists ?? false }
}
