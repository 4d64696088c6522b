import { getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { SelectOption } from '#src/lib/select-option.ts'
import type { Description, Field } from '#src/resource/description.ts'
import type { FormSchema } from '#src/resource/form-schema.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ScopeRule } from '../access/scope.server.ts'
import type { ListPlan } from '../list/list-plan.server.ts'

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

/** What a feature writes of its resource: the description, the table, and what is special about it. */
export type ResourceDefinition = {
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

/** Drizzle's columns by field. Seam: descriptions name columns as text, tables have them as properties. */
export type ResourceColumns = Record<string, PgColumn> & { id: PgColumn; version: PgColumn }

/** A resource as the kernel serves it: its definition, and what follows from it, worked out once (`compileResource`). */
export type Resource = ResourceDefinition & {
  key: string
  tableName: string
  columns: ResourceColumns
  /** What the database calls each column, by field. */
  columnNames: ReadonlyMap<string, string>
  /** The field of each of the database's columns. */
  fieldNames: ReadonlyMap<string, string>
  /** The described fields by name. */
  fields: ReadonlyMap<string, Field>
  /** What a list or a filter may read: the described fields but passwords, and the base columns. */
  readable: ReadonlySet<string>
  /** Of these fields, those that a column of a file can stand for. */
  importable: ReadonlyMap<string, Field>
  /** What adding takes, and what an edit takes, which may leave fields out. */
  forms: { readonly add: FormSchema; readonly edit: FormSchema }
  /** What stays the same in every list. */
  readonly listPlan: ListPlan
  /** @throws when the table has no such column, which the description's type rules out */
  column(field: string): PgColumn
  /** What the database calls a field's column. @throws when there is none */
  columnName(field: string): string
  /** A field's label in the caller's language. */
  label(field: string): string | undefined
  /** The fields of the unique constraints with their labels in the caller's language. */
  uniqueLabels(): Record<string, { field: string; label: string }>
}

/** The columns of a table by field. @throws when it lacks one of the base columns */
export function columnsOf(table: PgTable): ResourceColumns {
  const columns = getTableColumns(table)
  const { id, version } = columns
  if (!id || !version) throw new Error('a resource needs the base columns')
  return { ...columns, id, version }
}
