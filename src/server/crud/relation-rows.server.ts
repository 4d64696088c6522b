import { eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ScopeRule } from '../access/scope.server.ts'
import { containsSql, searchWords } from '../list/contains.server.ts'
import type { ResourceColumns } from './resource.server.ts'

/** The rows that a relation points to. */
export type RelationRows = {
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

/** `{name} ({code})` as an SQL expression. Its literal text is inlined, so that it needs no parameters. */
export function titleSql(template: string, columns: ResourceColumns): SQL<string> {
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

export function hintSql({ hint }: RelationRows, columns: ResourceColumns): SQL<string | null> {
  const column = hint ? columns[hint] : undefined
  return column ? sql<string | null>`${column}::text` : sql<string | null>`null::text`
}

export function hasChildrenSql({ table, tree }: RelationRows): SQL<boolean> {
  if (!tree) return sql<boolean>`false`
  // The column is written by name, because Drizzle omits the table of a column in a selection.
  return sql<boolean>`exists (select 1 from ${table} below where below.pid = ${table}.id)`
}

/**
 * The condition for the children of a row. Without a parent: the rows whose parents the actor cannot see, and the
 * roots.
 */
export function childrenSql(
  { table }: RelationRows,
  columns: ResourceColumns,
  parent: number | null,
  visible: SQL | undefined,
) {
  const { id, pid } = columns
  if (!pid) return undefined
  if (parent !== null) return eq(pid, parent)
  if (!visible) return isNull(pid)
  return or(isNull(pid), sql`${pid} not in (select ${id} from ${table} where ${visible})`)
}

/** The conditions of a search, one for each word. */
export function foundSql({ search }: RelationRows, columns: ResourceColumns, quickSearch: string) {
  return searchWords(quickSearch).map((word) =>
    or(...search.map((name) => columns[name] && containsSql(columns[name], word))),
  )
}
