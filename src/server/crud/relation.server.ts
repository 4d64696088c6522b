import { and, asc, eq, getTableName, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { type ScopeRule, scope } from '../access/scope.server.ts'
import { fromTable } from '../cache/table-cache.server.ts'
import { containing } from '../list/filter-value.server.ts'
import { searchWords } from '../list/search-words.server.ts'
import { findByName } from './relation-find.server.ts'
import { columnsOf, type Relation, type ResourceColumns, type TreeOption } from './resource.server.ts'

type Target = {
  table: PgTable
  scope: ScopeRule
  /** The label of a row, made from the table's columns: `{name} ({code})`. */
  template?: string
  /** The columns that a search looks in. */
  search: readonly string[]
  /** The column that distinguishes rows with equal labels. */
  hint?: string
  order: readonly SQL[]
  /**
   * The condition for rows that a search offers. A stored value keeps its label even when its row no longer meets it.
   */
  offered?: SQL
  /** The user chooses level by level. The rows have `pid` and `path`. */
  tree?: true
  /** The field holds a list of ids. */
  many?: true
  /**
   * The table has few rows. Their labels are cached until it changes. It needs a trigger that calls `notify_change`.
   */
  small?: true
}

/** Creates a relation to the rows of a table. */
export function relationTo(target: Target): Relation {
  const { table, template = '{name}', many, small } = target
  const columns = columnsOf(table)
  const label = titleSql(template, columns)
  const texts = new Set([target.hint ?? 'code', ...target.search])
  const nameColumns = [
    ...[...texts].flatMap((name) => (columns[name] && isText(columns[name]) ? columns[name] : [])),
    ...(/^\{\w+\}$/.test(template) ? [] : [label]),
  ]
  const names = fromTable(getTableName(table), async (db) => {
    const rows = await db.select({ id: columns.id, label }).from(table)
    return new Map(rows.map((row) => [String(row.id), row.label]))
  })
  return {
    ...(target.tree ? { below: (ids) => belowSql(table, ids) } : {}),
    ...(small ? {} : many ? { eachLabelOf: labelOf(target, template) } : { labelOf: labelOf(target, template) }),
    ...(small ? { all: async (db) => Object.fromEntries(await names(db)) } : {}),
    ...(target.tree ? { nodes: (db, actor, limit) => nodesOf(db, actor, target, limit) } : {}),
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
      const words = searchWords(quickSearch)
      const found = words.map((spellings) =>
        or(
          ...spellings.flatMap((word) =>
            target.search.map((name) => columns[name] && ilike(columns[name], containing(word))),
          ),
        ),
      )
      const below = parent === undefined || words.length > 0 ? undefined : childrenSql(target, columns, parent, visible)
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

/** All rows of a tree that the actor sees. The order is that of the choices, in which parents come before children. */
async function nodesOf(db: Db, actor: Actor, target: Target, limit: number): Promise<TreeOption[]> {
  const columns = columnsOf(target.table)
  const { id, pid } = columns
  if (!pid) throw new Error(`${getTableName(target.table)} is no tree`)
  const rows = await db
    .select({
      value: id,
      parent: sql<number | null>`${pid}`,
      label: titleSql(target.template ?? '{name}', columns),
      hint: hintSql(target, columns),
    })
    .from(target.table)
    .where(and(scope(actor, target.scope), target.offered))
    .orderBy(...target.order, asc(id))
    .limit(limit)
  return rows.map(({ value, parent, label, hint }) => ({
    value: Number(value),
    parent: parent === null ? null : Number(parent),
    label,
    ...(hint ? { hint } : {}),
  }))
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
function labelOf(target: Target, template: string) {
  const named = alias(target.table, 'named')
  const columns = columnsOf(named)
  return (value: PgColumn | SQL): SQL =>
    sql`(select ${titleSql(template, columns)} from ${target.table} named where ${columns.id} = ${value})`
}

/** `{name} ({code})` as an SQL expression. Its literal text is inlined, so that it needs no parameters. */
function titleSql(template: string, columns: ResourceColumns): SQL<string> {
  const parts = template.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part === '' ? undefined : sql.raw(`'${part.replaceAll("'", "''")}'`)
    const column = columns[part]
    if (!column) throw new Error(`no column ${part} for "${template}"`)
    return sql`coalesce(${column}::text, '')`
  })
  return sql<string>`${sql.join(
    parts.filter((part) => part !== undefined),
    sql` || `,
  )}`
}

function hintSql({ hint }: Target, columns: ResourceColumns): SQL<string | null> {
  const column = hint ? columns[hint] : undefined
  return column ? sql<string | null>`${column}::text` : sql<string | null>`null::text`
}

function hasChildrenSql({ table, tree }: Target): SQL<boolean> {
  if (!tree) return sql<boolean>`false`
  // The column is written by name, because Drizzle omits the table of a column in a selection.
  return sql<boolean>`exists (select 1 from ${table} below where below.pid = ${table}.id)`
}

/**
 * The ids of the rows and of all rows below them. A path ends with a slash, so the paths below it lie between it and
 * the same text with the next character, and an index finds them. Paths are compared byte by byte.
 */
function belowSql(table: PgTable, ids: readonly number[]): SQL {
  return sql`(select below.id from ${table} top join ${table} below on below.path collate "C" >= top.path collate "C"
    and below.path collate "C" < rtrim(top.path, '/') || '0' where top.id = any (${sql.param(ids)}::bigint[]))`
}

/**
 * The condition for the children of a row. Without a parent: the rows whose parents the actor cannot see, and the
 * roots.
 */
function childrenSql({ table }: Target, columns: ResourceColumns, parent: number | null, visible: SQL | undefined) {
  const { id, pid } = columns
  if (!pid) return undefined
  if (parent !== null) return eq(pid, parent)
  if (!visible) return isNull(pid)
  return or(isNull(pid), sql`${pid} not in (select ${id} from ${table} where ${visible})`)
}
