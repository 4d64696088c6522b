import { and, asc, desc, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Field } from '#src/crud/description.ts'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from './actor.server.ts'
import { AppError } from './errors.server.ts'
import { containing, filterSql } from './filter.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { columnsOf, type Row, readableFields, type ServerResource, selection } from './resource.server.ts'
import { scope } from './scope.server.ts'

/** Beyond this row a numbered page would have to walk over everything before it. */
const MAX_OFFSET = 10_000
/** Rows of an open tree at the most; whoever has more searches or opens less. */
const MAX_TREE_ROWS = 2_000

export type ListAnswer = {
  list: Row[]
  total: number
  /** What the values of relation fields are called: by field, then by value. */
  labels: Record<string, Record<string, string>>
  /** Trees only: the rows that were opened. */
  open?: number[]
}

/** The rows of a resource that an actor may see, as the query asks for them. */
export async function listRows(db: Db, resource: ServerResource, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  const where = and(scope(actor, resource.scope), searchSql(resource, query))
  if (query.tree && resource.description.tree) return listTree(db, resource, actor, query, where)
  const offset = (query.page - 1) * query.limit
  if (offset > MAX_OFFSET) throw new AppError(400, m.error_queryDepth({ limit: MAX_OFFSET }))
  const [list, total] = await Promise.all([
    selectRows(db, resource, where, orderSql(resource, query.order), query.limit, offset),
    countRows(db, resource, where),
  ])
  return { list, total, labels: await labelsOf(db, resource, list) }
}

/** One row, when the actor may see it. */
export async function findRow(db: Db, resource: ServerResource, actor: Actor, id: number): Promise<Row | undefined> {
  const where = and(scope(actor, resource.scope), sql`${columnsOf(resource).id} = ${id}`)
  return (await selectRows(db, resource, where, [], 1, 0))[0]
}

export async function selectRows(
  db: Db,
  resource: ServerResource,
  where: SQL | undefined,
  order: SQL[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const rows = await db
    .select(selection(resource))
    .from(resource.table)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  // Seam: the selection always holds the base columns, which its type cannot say.
  return rows as unknown as Row[]
}

/** What the relation fields of these rows point to, by name. */
export async function labelsOf(db: Db, resource: ServerResource, rows: readonly Row[]): Promise<ListAnswer['labels']> {
  const labels = Object.entries(resource.relations ?? {}).map(async ([field, relation]) => {
    const values = rows.flatMap((row) => row[field] as number | string | null | (number | string)[])
    const ids = [...new Set(values.filter((value) => value !== null))]
    return [field, ids.length > 0 ? await relation.labels(db, ids) : {}] as const
  })
  return Object.fromEntries(await Promise.all(labels))
}

async function countRows(db: Db, resource: ServerResource, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(resource.table).where(where)
  return row?.total ?? 0
}

/** @throws AppError 400 for a field or an operator that the resource does not have */
function searchSql(resource: ServerResource, query: ListQuery): SQL | undefined {
  const columns = columnsOf(resource)
  const readable = new Set(readableFields(resource))
  const fields = new Map<string, Field>(resource.description.fields.map((field) => [field.name, field]))
  const lookup = {
    column: (name: string) => (readable.has(name) ? columns[name] : undefined),
    field: (name: string) => fields.get(name),
  }
  const words = query.quickSearch.split(/\s+/).filter((word) => word !== '')
  const quick = words.map((word) =>
    or(...resource.description.quickSearch.map((name) => columns[name] && ilike(columns[name], containing(word)))),
  )
  return and(...quick, query.filter && filterSql(query.filter, lookup))
}

/** @throws AppError 400 for a field that has no index to sort by */
function orderSql({ description, ...resource }: ServerResource, order: ListQuery['order']): SQL[] {
  const columns = columnsOf(resource)
  const [defaultField = 'id', defaultDirection] = description.defaultOrder.split(',')
  const wanted = order.length > 0 ? order : [{ field: defaultField, direction: defaultDirection }]
  const allowed = new Set<string>(['id', defaultField, ...description.sorts])
  const parts = wanted.map(({ field, direction }) => {
    const column = columns[field]
    if (!column || !allowed.has(field)) throw new AppError(400, m.error_queryField({ field }))
    return direction === 'desc' ? desc(column) : asc(column)
  })
  // Without a tie-break equal values could show on two pages, or on none.
  return [...parts, wanted.at(-1)?.direction === 'desc' ? desc(columns.id) : asc(columns.id)]
}

/**
 * The visible part of a tree in one query: the rows at the top of what the actor may see, and the children of the open
 * rows. With a search: what matches, and the way to it.
 */
async function listTree(
  db: Db,
  resource: ServerResource,
  actor: Actor,
  query: ListQuery,
  where: SQL | undefined,
): Promise<ListAnswer> {
  const { id, pid, path, sortKey } = columnsOf(resource)
  if (!pid || !path || !sortKey) throw new Error(`${resource.description.key} is no tree`)
  const visible = scope(actor, resource.scope)
  const searching = query.quickSearch !== '' || query.filter !== undefined
  const top = await topRows(db, resource, visible)
  let open = query.open ?? top
  let shown = or(anyOf(id, top), anyOf(pid, open))
  if (searching) {
    const matches = db
      .select({ way: sql<string>`unnest(string_to_array(trim(both '/' from ${path}), '/'))::bigint` })
      .from(resource.table)
      .where(where)
    shown = sql`${id} in (${matches})`
  }
  const depth = sql`length(${path}) - length(replace(${path}, '/', ''))`
  const order = [depth, asc(sortKey), asc(id)]
  const found = await selectRows(db, resource, and(visible, shown), order, MAX_TREE_ROWS, 0)
  const [counts, total, labels] = await Promise.all([
    childCounts(db, resource, visible, found),
    countRows(db, resource, where),
    labelsOf(db, resource, found),
  ])
  const list: Row[] = found.map((row) => ({ ...row, childCount: counts.get(row.id) ?? 0 }))
  if (searching) {
    const parents = new Set(list.map((row) => row.pid))
    open = list.filter((row) => parents.has(row.id)).map((row) => row.id)
  }
  return { list, total, labels, open }
}

/** How many children of these rows the actor may see. */
async function childCounts(db: Db, resource: ServerResource, visible: SQL | undefined, rows: readonly Row[]) {
  const { pid } = columnsOf(resource)
  if (!pid || rows.length === 0) return new Map<number, number>()
  const ids = rows.map((row) => row.id)
  const counted = await db
    .select({ pid, count: sql<number>`count(*)::int` })
    .from(resource.table)
    .where(and(visible, anyOf(pid, ids)))
    .groupBy(pid)
  return new Map(counted.map((row) => [Number(row.pid), row.count]))
}

/** The rows whose parents the actor does not see: the roots, or the top of a scope. */
async function topRows(db: Db, resource: ServerResource, visible: SQL | undefined): Promise<number[]> {
  const { id, pid } = columnsOf(resource)
  if (!pid) return []
  const seen = db.select({ id }).from(resource.table).where(visible)
  const rows = await db
    .select({ id })
    .from(resource.table)
    .where(and(visible, visible ? or(isNull(pid), sql`${pid} not in (${seen})`) : isNull(pid)))
    .limit(MAX_TREE_ROWS)
  return rows.map((row) => Number(row.id))
}
