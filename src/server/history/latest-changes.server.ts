import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, rowId } from '#src/lib/number-rules.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { findResourcesOfTable, type RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { placesOfRows } from '#src/server/crud/row-places.server.ts'
import { instantText } from '#src/server/fields/field-types.server.ts'
import { factsOfSets } from '#src/server/history/change-sets.server.ts'
import { deletedVisible } from '#src/server/history/deleted-scope.server.ts'
import type { ChangeOperation } from '#src/server/history/history.server.ts'
import { undoNode } from '#src/server/history/inverse-change.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'

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
type Found = SetRow & Seen & { place: RegisteredResource; self?: string }

/** A change set with rows that the caller sees. */
export const changeEntry = v.strictObject({
  changeSetId: id,
  kind: v.string(),
  time: instantText,
  actor: v.strictObject({ id: v.nullable(id), name: v.string() }),
  resource: v.string(),
  menu: v.string(),
  title: v.string(),
  operation: v.picklist(['insert', 'update', 'delete']),
  count: v.number(),
  /** The rows, if they are few. */
  ids: v.array(rowId),
  /** One of the rows. */
  row: v.nullable(v.strictObject({ id: rowId, title: v.string(), exists: v.boolean() })),
  /** The caller's own account or an API token, whatever the nodes. `title` says which. */
  self: v.boolean(),
  undoes: v.nullable(id),
  undoneBy: v.nullable(id),
  undoable: v.boolean(),
})

export type ChangeEntry = v.InferOutput<typeof changeEntry>

/**
 * The latest changes of rows that the actor sees, the newest first: only of resources that the actor may read, only
 * rows in the data scope, and nothing that the product itself brought along.
 */
export async function latestChanges(db: Db, actor: Actor, limit: number): Promise<ChangeEntry[]> {
  return (await changesBefore(db, actor, { limit, before: null })).list
}

/**
 * What the actor has changed, the newest first, with the changes of the own account.
 * @param before the change set that the last page ended with; null for the first page
 * @returns `next`: what to ask for the next page with; null when there is none
 */
export function ownChanges(db: Db, actor: Actor, { limit, before }: { limit: number; before: number | null }) {
  return changesBefore(db, actor, { limit, before, own: true })
}

type Wanted = { limit: number; before: number | null; own?: boolean }

async function changesBefore(db: Db, actor: Actor, { limit, before: start, own = false }: Wanted) {
  const found: Found[] = []
  let before = start
  let more = true
  for (let read = 0; read < MOST_READ && found.length <= limit && more; read += BATCH) {
    const sets: SetRow[] = await setsBefore(db, before, own ? actor : undefined)
    found.push(...(await seenSets(db, actor, sets, own)))
    before = sets.at(-1)?.set_id ?? before
    more = sets.length === BATCH
  }
  const shown = found.slice(0, limit)
  const next = found.length > limit ? (shown.at(-1)?.set_id ?? null) : more ? before : null
  return { list: await entriesOf(db, actor, shown), next }
}

async function entriesOf(db: Db, actor: Actor, shown: readonly Found[]): Promise<ChangeEntry[]> {
  const facts = await factsOfSets(db, shown)
  return Promise.all(
    shown.map(async ({ place, self, ...one }) => {
      const { description } = place.resource
      const fact = facts.get(one.set_id)
      const [id] = one.ids
      const isSelf = self !== undefined
      const mayUndo = one.operations.every((operation) => {
        const node = undoNode(place, operation)
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
        // The own account is on the profile.
        menu: isSelf ? '' : description.menu,
        title: self ?? labelText(one.count === 1 ? description.title : pluralLabel(description)),
        operation: one.operations.length === 1 ? (one.operations[0] ?? 'update') : ('update' as const),
        count: isWhole && fact ? fact.count : one.count,
        ids: one.count > MOST_IDS ? [] : one.ids,
        row: id === undefined ? null : await rowOf(db, place, id),
        self: isSelf,
        undoes: one.undoes_id,
        undoneBy: one.undone_by,
        undoable: !isSelf && mayUndo && one.undone_by === null && (fact?.undoable ?? false),
      }
    }),
  )
}

async function setsBefore(db: Db, before: number | null, author?: Actor): Promise<SetRow[]> {
  const byAuthor = author ? sql`and s.actor_id = ${author.id}` : sql``
  const { rows } = await db.execute<SetRow>(sql`
    select s.id as set_id, s.kind, s.create_time::text as time, s.actor_id, s.actor_name, s.undoes_id,
      (select min(u.id) from change_set u where u.undoes_id = s.id
        and not exists (select from change_set again where again.undoes_id = u.id)) as undone_by,
      (select array_agg(distinct table_name) from (
        select table_name from change c where c.change_set_id = s.id limit ${FEW}) few) as tables
    from change_set s where s.kind <> 'seed' and (${before}::bigint is null or s.id < ${before}) ${byAuthor}
    order by s.id desc limit ${BATCH}`)
  return rows.map((row) => ({ ...row, set_id: Number(row.set_id) }))
}

/** Those of the change sets with rows that the actor sees, in their order. `own`: and those of the own account. */
async function seenSets(db: Db, actor: Actor, sets: readonly SetRow[], own: boolean): Promise<Found[]> {
  const self = own ? await selfSets(db, actor, sets) : undefined
  const seen = new Map<string, Seen & { place: RegisteredResource }>()
  for (const table of new Set(sets.flatMap(({ tables }) => tables ?? []))) {
    const ids = sets.filter(({ tables }) => tables?.includes(table)).map((one) => one.set_id)
    for (const place of await findResourcesOfTable(db, table)) {
      if (!can(actor, place.nodes.index)) continue
      for (const [set, rows] of await seenRows(db, actor, place, ids)) seen.set(`${set} ${table}`, { ...rows, place })
    }
  }
  return sets.flatMap((one) => {
    for (const table of one.tables ?? []) {
      const rows = seen.get(`${one.set_id} ${table}`)
      if (rows) return [{ ...one, ...rows }]
    }
    const own = self?.sets.get(one.set_id)
    if (!self || !own) return []
    return [{ ...one, count: 1, ids: [actor.id], operations: [own.operation], place: self.place, self: own.title }]
  })
}

/** The change sets that have changed the actor's own account or an API token, and the resource of accounts. */
async function selfSets(db: Db, { id, side }: Actor, sets: readonly SetRow[]) {
  const place = (await placesOfRows(db, 'account', [id])).get(id)
  if (!place) return undefined
  const profile = sql.identifier(side === 'admin' ? 'admin_profile' : 'member_profile')
  const { rows } = await db.execute<{ set: number; token: string | null; added: boolean }>(sql`
    select c.change_set_id as set, max(c.after ->> 'name') filter (where c.table_name = 'api_token') as token,
      bool_or(c.table_name = 'api_token' and c.operation = 'insert') as added
    from change c
    where c.change_set_id = any (${sql.param(sets.map((one) => one.set_id))}::bigint[])
      and (c.operation = 'update' and (c.table_name in ('account', 'credential') and c.row_id = ${id}
          or c.table_name = ${side === 'admin' ? 'admin_profile' : 'member_profile'}
            and c.row_id = (select id from ${profile} where account_id = ${id}))
        or c.table_name = 'api_token')
    group by c.change_set_id`)
  return { place, sets: new Map(rows.map(({ set, ...facts }) => [Number(set), selfChange(facts)])) }
}

function selfChange({ token, added }: { token: string | null; added: boolean }) {
  if (token === null) return { operation: 'update' as const, title: m.history_ownAccount() }
  return { operation: added ? ('insert' as const) : ('delete' as const), title: m.history_apiToken({ name: token }) }
}

/** The rows of a resource that change sets have written and that the actor sees, by change set. */
async function seenRows(db: Db, actor: Actor, { resource }: RegisteredResource, sets: readonly number[]) {
  const table = tableAt(resource.tableName)
  const visible = scope(actor, resource.scope)
  const last = sql`(select g.before from change g where g.table_name = ${resource.tableName} and g.row_id = c.row_id
    and g.operation = 'delete' order by g.id desc limit 1)`
  const gone = deletedVisible(resource, actor, { id: sql`c.row_id`, row: last })
  const isSeen: SQL = visible
    ? sql`and case when exists (select from ${table} where ${rowIdOf(resource)} = c.row_id)
        then exists (select from ${table} where ${rowIdOf(resource)} = c.row_id and ${visible}) else ${gone ?? sql`true`} end`
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
      select ${resource.column(rowTitle)}::text as title from ${resource.source} where ${resource.columns.id} = ${id}) t on true`)
  return { id, title: rows[0]?.title ?? '', exists: rows[0]?.exists ?? false }
}
