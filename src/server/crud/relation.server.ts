import { and, asc, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import { nameOfTable } from '#src/db/statement.server.ts'
import { scope } from '../access/scope.server.ts'
import { fromTable } from '../cache/table-cache.server.ts'
import { findByName } from './relation-find.server.ts'
import { treeLevels, treeRows } from './relation-levels.server.ts'
import { childrenSql, foundSql, hasChildrenSql, hintSql, type RelationRows, titleSql } from './relation-rows.server.ts'
import { columnsOf, type Relation } from './resource.server.ts'

type ColumnOf<T extends PgTable> = keyof T['_']['columns'] & string
type RowsOf<T extends PgTable> = Omit<RelationRows, 'table' | 'search' | 'hint'> & {
  table: T
  search: readonly ColumnOf<T>[]
  hint?: ColumnOf<T>
}

/** Creates a relation to the rows of a table. A misspelt column fails the type check. */
export function relationTo<T extends PgTable>(rows: RowsOf<T>): Relation {
  const target: RelationRows = rows
  const { table, template = '{name}', many, small } = target
  const columns = columnsOf(table)
  const label = titleSql(template, columns)
  const texts = new Set([target.hint ?? 'code', ...target.search])
  const nameColumns = [
    ...[...texts].flatMap((name) => (columns[name] && isText(columns[name]) ? columns[name] : [])),
    ...(/^\{\w+\}$/.test(template) ? [] : [label]),
  ]
  const names = fromTable(nameOfTable(table), async (db) => {
    const rows = await db.select({ id: columns.id, label }).from(table)
    return new Map(rows.map((row) => [String(row.id), row.label]))
  })
  return {
    ...(target.tree ? { below: (ids) => belowSql(table, ids) } : {}),
    ...(small ? {} : many ? { eachLabelOf: labelOf(target, template) } : { labelOf: labelOf(target, template) }),
    ...(small ? { all: async (db) => Object.fromEntries(await names(db)) } : {}),
    ...(target.tree
      ? {
          nodes: (db, actor, limit) => treeRows(db, actor, target, limit),
          levels: (db, actor, query, limit) => treeLevels(db, actor, target, query, limit),
        }
      : {}),
    async labels(db, ids) {
      if (small) return pick(await names(db), ids)
      const rows = await db
        .select({ id: columns.id, label })
        .from(table)
        .where(anyOf(columns.id, ids.map(Number)))
      return Object.fromEntries(rows.map((row) => [String(row.id), row.label]))
    },
    async available(db, actor, ids) {
      const rows = await db
        .select({ id: columns.id })
        .from(table)
        .where(and(scope(actor, target.scope), anyOf(columns.id, ids)))
      return rows.map((row) => Number(row.id))
    },
    find: (db, actor, names) =>
      findByName(db, { table, id: columns.id, visible: scope(actor, target.scope), nameColumns }, names),
    async search(db, actor, { quickSearch, limit, offset, parent }) {
      const visible = and(scope(actor, target.scope), target.offered)
      const found = foundSql(target, columns, quickSearch)
      const below = parent === undefined || found.length > 0 ? undefined : childrenSql(target, columns, parent, visible)
      const rows = await db
        .select({ value: columns.id, label, hint: hintSql(target, columns), children: hasChildrenSql(target) })
        .from(table)
        .where(and(visible, below, ...found))
        .orderBy(...target.order, asc(columns.id))
        .limit(limit)
        .offset(offset)
      return rows.map(({ value, label, hint, children }) => ({
        value: Number(value),
        label,
        ...(hint ? { hint } : {}),
        ...(children ? { children } : {}),
      }))
    },
  }
}

function pick(names: ReadonlyMap<string, string>, ids: readonly (number | string)[]): Record<string, string> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = names.get(String(id))
      return name === undefined ? [] : [[String(id), name]]
    }),
  )
}

function isText(column: PgColumn): boolean {
  return column.dataType === 'string' || column.dataType === 'custom'
}

/** The label as a subquery, so that a list reads it together with its rows. */
function labelOf(target: RelationRows, template: string) {
  const named = alias(target.table, 'named')
  const columns = columnsOf(named)
  return (value: PgColumn | SQL): SQL =>
    sql`(select ${titleSql(template, columns)} from ${target.table} named where ${columns.id} = ${value})`
}

/**
 * The ids of the rows and of all rows below them. A path ends with a slash, so the paths below it lie between it and
 * the same text with the next character, and an index finds them. Paths are compared byte by byte.
 */
function belowSql(table: PgTable, ids: readonly number[]): SQL {
  return sql`(select below.id from ${table} top join ${table} below on below.path collate "C" >= top.path collate "C"
    and below.path collate "C" < rtrim(top.path, '/') || '0' where top.id = any (${sql.param(ids)}::bigint[]))`
}
