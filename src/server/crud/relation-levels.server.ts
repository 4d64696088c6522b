import { and, asc, eq, getTableName, or, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { childrenSql, foundSql, hasChildrenSql, hintSql, type RelationRows, titleSql } from './relation-rows.server.ts'
import { columnsOf, type LevelQuery, type TreeOption, treePath } from './resource.server.ts'

/** All rows of a tree that the actor sees. The order is that of the choices, in which parents come before children. */
export async function treeRows(db: Db, actor: Actor, target: RelationRows, limit: number): Promise<TreeOption[]> {
  const columns = columnsOf(target.table)
  const { id, pid } = columns
  if (!pid) throw new Error(`${getTableName(target.table)} is no tree`)
  const rows = await db
    .select(nodeColumns(target))
    .from(target.table)
    .where(and(scope(actor, target.scope), target.offered))
    .orderBy(...target.order, asc(id))
    .limit(limit)
  return rows.map(nodeOf)
}

/** Whole levels of a tree. A search finds the first matches in the order of the choices. */
export async function treeLevels(
  db: Db,
  actor: Actor,
  target: RelationRows,
  query: LevelQuery,
  limit: number,
): Promise<{ list: TreeOption[]; complete: boolean }> {
  const columns = columnsOf(target.table)
  const { id, pid } = columns
  if (!pid || !treePath(columns)) throw new Error(`${getTableName(target.table)} is no tree`)
  const visible = and(scope(actor, target.scope), target.offered)
  const found = new Set<number>()
  let levels = 'parent' in query ? eq(pid, query.parent) : childrenSql(target, columns, null, visible)
  if ('ids' in query) {
    const counted = db
      .select({ id })
      .from(target.table)
      .where(visible)
      .limit(query.small + 1)
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${counted}) counted`)
    if ((rows[0]?.count ?? 0) <= query.small)
      return { list: await treeRows(db, actor, target, query.small), complete: true }
    const searched = foundSql(target, columns, query.quickSearch)
    if (searched.length > 0) {
      const matches = await db
        .select({ id })
        .from(target.table)
        .where(and(visible, ...searched))
        .orderBy(...target.order, asc(id))
        .limit(query.most)
      for (const match of matches) found.add(Number(match.id))
    }
    // The rows above are in the paths, and each of them has a level below it.
    const above = sql`(select distinct part.id::bigint from ${target.table} around,
      unnest(string_to_array(trim(both '/' from around.path), '/')) part (id)
      where around.id = any (${sql.param([...query.ids, ...found])}::bigint[]) and part.id <> around.id::text)`
    levels = or(levels, sql`${pid} in ${above}`)
  }
  const rows = await db
    .select({ ...nodeColumns(target), children: hasChildrenSql(target) })
    .from(target.table)
    .where(and(visible, levels))
    .orderBy(...target.order, asc(id))
    .limit(limit)
  const list = rows.map((row) => {
    const option = nodeOf(row)
    if (row.children) option.children = true
    if (found.has(option.value)) option.found = true
    return option
  })
  return { list, complete: false }
}

function nodeColumns(target: RelationRows) {
  const columns = columnsOf(target.table)
  return {
    value: columns.id,
    parent: sql<number | null>`${columns.pid}`,
    label: titleSql(target.template ?? '{name}', columns),
    hint: hintSql(target, columns),
  }
}

type NodeRow = { value: unknown; parent: number | null; label: string; hint: string | null }

function nodeOf({ value, parent, label, hint }: NodeRow): TreeOption {
  return {
    value: Number(value),
    parent: parent === null ? null : Number(parent),
    label,
    ...(hint ? { hint } : {}),
  }
}
