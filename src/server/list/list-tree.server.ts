import { and, asc, desc, isNull, or, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { type Resource, type Row, treePath } from '../crud/resource.server.ts'
import type { ListAnswer } from './list.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { labelsOf, selectRows } from './rows.server.ts'

/** Maximum number of rows in an open tree. With more rows, the user has to search or open fewer rows. */
const MAX_TREE_ROWS = 2_000

/**
 * The visible part of a tree, read in one query: the top rows that the actor may see, and the children of the open
 * rows. With a search: the matching rows and their ancestors.
 */
export async function listTree(
  db: Db,
  resource: Resource,
  actor: Actor,
  query: ListQuery,
  where: SQL | undefined,
): Promise<ListAnswer> {
  const { id, pid, sortKey } = resource.columns
  const path = treePath(resource.columns)
  if (!pid || !path || !sortKey) throw new Error(`${resource.description.key} is no tree`)
  const visible = scope(actor, resource.scope)
  const searching = query.quickSearch !== '' || query.filter !== undefined
  const top = await topRows(db, resource, visible)
  let open = query.open ?? top
  let shown = or(anyOf(id, top), anyOf(pid, open))
  if (searching) {
    shown = sql`${id} in (select unnest(string_to_array(trim(both '/' from ${path}), '/'))::bigint
      from ${resource.source} where ${where ?? sql`true`})`
  }
  const { sortFirst } = resource.description
  const level = sql`length(${path}) - length(replace(${path}, '/', ''))`
  const places = [...(sortFirst ? [desc(resource.column(sortFirst))] : []), asc(sortKey), asc(id)]
  const order = sql.join([level, ...places], sql`, `)
  const found = await selectRows(db, resource, and(visible, shown), order, MAX_TREE_ROWS, false, resource.listPlan)
  const [counts, total, labels, matched] = await Promise.all([
    childCounts(db, resource, visible, found),
    query.count === 'none' ? undefined : countRows(db, resource, where),
    labelsOf(db, resource, found),
    searching ? matchesAmong(db, resource, found, where) : undefined,
  ])
  const list: Row[] = found.map((row) => ({ ...row, childCount: counts.get(row.id) ?? 0 }))
  if (searching) {
    const parents = new Set(list.map((row) => row.pid))
    open = list.filter((row) => parents.has(row.id)).map((row) => row.id)
  }
  return { list, total, labels, open, ...(matched ? { matched } : {}) }
}

/** The ids of the rows that the search finds. The others are there as their ancestors. */
async function matchesAmong(db: Db, resource: Resource, rows: readonly Row[], where: SQL | undefined) {
  const { id } = resource.columns
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const found = await db
    .select({ id: sql<number>`${id}` })
    .from(resource.source)
    .where(and(where, anyOf(id, ids)))
  return found.map((row) => Number(row.id))
}

async function countRows(db: Db, resource: Resource, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(resource.source).where(where)
  return row?.total ?? 0
}

/** The number of children of each row that the actor may see. */
async function childCounts(db: Db, resource: Resource, visible: SQL | undefined, rows: readonly Row[]) {
  const { pid } = resource.columns
  if (!pid || rows.length === 0) return new Map<number, number>()
  const ids = rows.map((row) => row.id)
  const counted = await db
    .select({ pid, count: sql<number>`count(*)::int` })
    .from(resource.table)
    .where(and(visible, anyOf(pid, ids)))
    .groupBy(pid)
  return new Map(counted.map((row) => [Number(row.pid), row.count]))
}

/** The rows whose parents the actor cannot see: the roots, or the top of the actor's scope. */
async function topRows(db: Db, resource: Resource, visible: SQL | undefined): Promise<number[]> {
  const { id, pid } = resource.columns
  if (!pid) return []
  const seen = db.select({ id }).from(resource.table).where(visible)
  const rows = await db
    .select({ id })
    .from(resource.table)
    .where(and(visible, visible ? or(isNull(pid), sql`${pid} not in (${seen})`) : isNull(pid)))
    .limit(MAX_TREE_ROWS)
  return rows.map((row) => Number(row.id))
}
