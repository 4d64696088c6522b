import { getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { SelectOption } from '#src/lib/select-option.ts'
import type { Description } from '#src/resource/description.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ScopeRule } from '../access/scope.server.ts'

/** A row as it comes from a resource's table. */
export type Row = Record<string, unknown> & { id: number; version: number }

/** Where the values of a relation field come from, and what they are called. */
export type Relation = {
  /** The name as an expression over the field's column, for lists to ask with their rows; without parameters. */
  labelOf?(value: PgColumn): SQL
  labels(db: Db, ids: readonly (number | string)[]): Promise<Record<string, string>>
  /** The names of all that there are, where these are few. */
  all?(db: Db): Promise<Record<string, string>>
  search(db: Db, actor: Actor, query: ChoiceQuery): Promise<SelectOption[]>
  /**
   * What names in a file stand for: each name with the values that are called so, by code before by title. Without it
   * the search is asked for each.
   */
  find?(db: Db, actor: Actor, names: readonly string[]): Promise<Map<string, (number | string)[]>>
  /** Which of these the actor may choose; left out where `check` asks for itself. */
  available?(db: Db, actor: Actor, ids: readonly number[]): Promise<number[]>
}

/** `parent`: only the rows below that one, or at the top; undefined for all. */
export type ChoiceQuery = { quickSearch: string; limit: number; offset: number; parent?: number | null }

/** What the kernel needs to serve a resource: its description, its table, and what is special about it. */
export type ServerResource = {
  description: Description
  table: PgTable
  scope: ScopeRule
  /** By field; of the cells of a table in a form by `field.cell`. */
  relations?: Record<string, Relation>
  /** Rules that need the database; sentences by field. `row` is what is being changed, undefined when adding. */
  check?(db: Db, values: Record<string, unknown>, row: Row | undefined, actor: Actor): Promise<FieldErrors>
  /**
   * The same for many rows at once, in their order; without it an import asks `check` for each. False: the rules look at the
   * values alone. What a file says has passed them once it is read, and rows that get the same values are asked for once.
   */
  checkRows?:
    | false
    | ((
        db: Db,
        rows: readonly { values: Record<string, unknown>; row: Row | undefined }[],
        actor: Actor,
      ) => Promise<FieldErrors[]>)
  /** Refuses a deletion by throwing. */
  checkDelete?(db: Db, rows: readonly Row[]): Promise<void>
  /** What a deleted row comes back with, by column: an account, for one, comes back locked. */
  restored?(row: Record<string, unknown>): Record<string, unknown>
  /** Which field a unique constraint speaks of. */
  uniqueFields?: Record<string, string>
}

/** The seam between descriptions, which name columns, and Drizzle's typed tables. */
export type ResourceColumns = Record<string, PgColumn> & { id: PgColumn; version: PgColumn }

const SYSTEM_FIELDS = ['id', 'version', 'createBy', 'createTime', 'updateBy', 'updateTime'] as const

const known = new WeakMap<PgTable, ResourceColumns>()

/** @throws when the table lacks one of the base columns */
export function columnsOf(resource: Pick<ServerResource, 'table'>): ResourceColumns {
  const made = known.get(resource.table)
  if (made) return made
  const columns = getTableColumns(resource.table)
  const { id, version } = columns
  if (!id || !version) throw new Error('a resource needs the base columns')
  const complete = { ...columns, id, version }
  known.set(resource.table, complete)
  return complete
}

/** Names that a list or a filter may use: the described fields but passwords, and the base columns. */
export function readableFields({ description }: Pick<ServerResource, 'description'>): string[] {
  const placing = [...(description.tree ? ['pid'] : []), ...(description.sortable ? ['sortKey'] : [])]
  const fields = description.fields.filter((field) => field.type !== 'password')
  return [...new Set([...SYSTEM_FIELDS, ...placing, ...fields.map((field) => field.name)])]
}
