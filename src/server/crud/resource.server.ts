import { getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import type { Decode } from '#src/db/decode.server.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { SelectOption } from '#src/lib/select-option.ts'
import type { Description, Field, Synonyms } from '#src/resource/description.ts'
import type { FormSchema } from '#src/resource/form-schema.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ScopeRule } from '../access/scope.server.ts'
import { columnName } from './column-name.server.ts'
import type { DoubtRule } from './doubts.server.ts'
import type { ColumnReader, FileWriter, ImportWriter, LineColumns } from './import-writer.server.ts'

/**
 * A check by its expression, or a reference by the table that it points to. `refers` is null where others point to
 * these rows by a key.
 */
export type TableRule = { field: string; rule?: string; refers?: string | null }

/** A row as a resource is read. A log's row has no version. */
export type Row = Record<string, unknown> & { id: number; version?: number }

/** The source of a relation field's values and of their labels. */
export type Relation = {
  /**
   * The label as an SQL expression over the field's column, so that a list reads it with its rows. It has no
   * parameters.
   */
  labelOf?(value: PgColumn): SQL
  /** The same for a field that holds a list: the label of one of its values. A value whose row is gone has none. */
  eachLabelOf?(value: SQL): SQL
  labels(db: Db, ids: readonly (number | string)[]): Promise<Record<string, string>>
  /** The labels of all values. Only for tables with few rows. */
  all?(db: Db): Promise<Record<string, string>>
  search(db: Db, actor: Actor, query: ChoiceQuery): Promise<SelectOption[]>
  /**
   * Resolves the names in a file: each name with the values that have it. A code matches before a title. Without this
   * function, each name is searched for.
   */
  find?(db: Db, actor: Actor, names: readonly string[]): Promise<Map<string, (number | string)[]>>
  /** Trees only: all rows that the actor may choose, parents before their children. */
  nodes?(db: Db, actor: Actor, limit: number): Promise<TreeOption[]>
  /** Trees only: whole levels of the rows that the actor may choose, parents before their children; or all rows. */
  levels?(db: Db, actor: Actor, query: LevelQuery, limit: number): Promise<{ list: TreeOption[]; complete: boolean }>
  /** Trees only: a subquery for the ids of these rows and of all rows below them. */
  below?(ids: readonly number[]): SQL
  /** The ids that the actor may choose. Omitted when the resource's `check` verifies the values itself. */
  available?(db: Db, actor: Actor, ids: readonly number[]): Promise<number[]>
}

/** A row of a tree. `parent` is null at the top. The actor may not see every parent. */
export type TreeOption = {
  value: number
  parent: number | null
  label: string
  hint?: string
  /** Of levels: whether the row has rows below it. */
  children?: true
  /** Of levels: whether the quick search has found the row. */
  found?: true
}

/**
 * The levels of a tree: that below a row; or the one at the top, and those with these rows and with the rows that a
 * search finds (`most`), up to the top. A tree of up to `small` rows comes complete then.
 */
export type LevelQuery =
  | { parent: number }
  | { ids: readonly number[]; quickSearch: string; most: number; small: number }

/** `parent`: only the children of that row; null for the rows at the top; undefined for all rows. */
export type ChoiceQuery = { quickSearch: string; limit: number; offset: number; parent?: number | null }

/**
 * A field that is read from the database but is no column of the resource's table. `computed` and `through` make it.
 * The description has it as `readOnly`.
 */
export type Computed<TBy extends string = string> = {
  /** The field with the relation that leads to the value, if one does. */
  by?: TBy
  /** A column with the type of the values. */
  type: PgColumn
  notNull: boolean
  /** The value as an expression over the columns of the table. */
  value(columns: ResourceColumns): SQL
  /** A joined table, which several fields may share. */
  join?: { name: string; text(columns: ResourceColumns): SQL }
  /** A list sorts by the field, although no index serves the order: the joined table has few rows. */
  sortedWithoutIndex?: true | undefined
  /** The related table, which each row has a row of. An index on the value and on the key serves an order by it. */
  sortedBy?: { table: string; key: PgColumn }
}

/**
 * A table whose rows belong to the rows of a resource. `ownedIds`, `ownedRows` and `companion` make it. Its rows are
 * written with their owner's, and deleted with it by a foreign key with `on delete cascade`. Its change history, if it
 * has one, is told as the history of its owner.
 */
export type Owned<TField extends string = string> = {
  table: PgTable
  /** The column that points to the owner. */
  owner: PgColumn
  /** The fields of the resource that it holds. */
  fields: readonly TField[]
  /** How the fields are read. */
  computed: Readonly<Record<string, Computed>>
  /** One value in each row, several cells in each row, or one row for each owner. */
  kind: 'ids' | 'rows' | 'one'
  /** Of a companion: a new row without its values has none. */
  optional?: true
  /** The columns that the fields write, by the names that `rowsOf` uses. */
  columns: Readonly<Record<string, PgColumn>>
  /** The names that identify a row among those of one owner. */
  key: readonly string[]
  /** The rows that a value of the field means. A companion keeps what is not given. */
  rowsOf?(value: unknown): OwnedValues[]
}

/** The values of an owned row by name. */
export type OwnedValues = Readonly<Record<string, unknown>>

/** What a writer works with: the kit's transaction, and the change set that it records under. */
export type Writing = { tx: Db; resource: Resource; actor: Actor; changeSetId: number }

/**
 * Writers that replace the kit's own. They run in its transaction, after its checks and before its check of the scope,
 * and may lock and write other recorded tables. They throw `invalid` for a message at a field.
 */
export type Writers = {
  /** Inserts the row. Returns its id. Passwords are hashed already. */
  add?(writing: Writing, values: Record<string, unknown>): Promise<number>
  /** Changes a row, which is locked. */
  edit?(writing: Writing, row: Row, values: Record<string, unknown>): Promise<void>
  del?(writing: Writing, rows: readonly Row[]): Promise<void>
  /** Reads files with lines of their own. */
  import?: ImportWriter
  /** The same, and judges, writes and takes back a whole file by itself. */
  file?: FileWriter
}

/** A change that is undone: `values` are those that the row gets back, by column; `deleted` for a deletion. */
export type UndoneRow = { id: number; deleted: boolean; values: Readonly<Record<string, unknown>> }

/** A feature's definition of its resource: the description, the table, and its special rules. */
export type ResourceDefinition = {
  description: Description
  /** Other titles of its fields in files; by default those of the description. */
  synonyms?: Synonyms
  table: PgTable
  /** Fields that the table has no column for, by name. */
  computed?: Readonly<Record<string, Computed>>
  /** Tables whose rows belong to the rows of this one. */
  owns?: readonly Owned[]
  /**
   * Rows that are inserted are counted for their change set, but not recorded one by one. Each names its change set in
   * the column `changeSetId`. For tables of millions of rows; see `record_without_inserts` in the migrations.
   */
  unrecorded?: 'insert'
  /**
   * Writes that need a fresh proof of who writes: all, or only imports, which no request can be asked for later. What
   * grants rights is asked for by the check before the commit, whatever stands here.
   */
  proof?: 'writes' | 'imports'
  scope: ScopeRule
  /** The resource is only the rows of its table with these values. New rows get them. */
  only?: Readonly<Record<string, string>>
  /** Fields that are shown in part. They are read only, and what writes and records does not know them. */
  masks?: Readonly<Record<string, (value: SQL) => SQL>>
  /** Fields whose columns have another type than text, and are read as texts. */
  texts?: readonly string[]
  write?: Writers
  /** Writes what goes with rows that were just added, in the same transaction, also by an import. */
  added?(writing: Writing, ids: readonly number[]): Promise<void>
  /** Relations by field. For cells of a table in a form, by `field.cell`. */
  relations?: Record<string, Relation>
  /** Rules that need the database. Returns messages by field. `row` is the changed row, undefined when adding. */
  check?(db: Db, values: Record<string, unknown>, row: Row | undefined, actor: Actor): Promise<FieldErrors>
  /**
   * The same check for many rows at once, with the results in their order. Without it, an import calls `check` for each
   * row. False: the rules depend on the values alone. Then reading a file already checks its values, and rows that get
   * the same values are checked once.
   */
  checkRows?:
    | false
    | ((
        db: Db,
        rows: readonly { values: Record<string, unknown>; row: Row | undefined }[],
        actor: Actor,
      ) => Promise<FieldErrors[]>)
  /** Says what a person should look at when rows are written, although nothing is refused. */
  doubts?: DoubtRule
  /** Throws to refuse a deletion. */
  checkDelete?(db: Db, rows: readonly Row[], actor: Actor): Promise<void>
  /** A deleted row comes back with the row that it belongs to, never alone: whoever it concerns has to agree anew. */
  oneWay?: true
  /** The column values with which a deleted row is restored. For example, an account is restored locked. */
  restored?(row: Record<string, unknown>): Record<string, unknown>
  /** The column values that a row gets when somebody undoes its change. */
  undone?(values: Record<string, unknown>, actor: Actor): Record<string, unknown>
  /** The columns that only steps of the product set. A change of one is never offered to be undone. */
  steps?: readonly string[]
  /**
   * Says which changes of its rows, and which deletions, are not undone by this actor, and why. The database has the
   * rows as they are now.
   */
  refuseUndo?(db: Db, actor: Actor, rows: readonly UndoneRow[]): Promise<ReadonlyMap<number, string>>
  /** No change of its rows is undone, whatever else it has changed. The sentence says what to do instead. */
  notUndone?(): string
  /** The field that each unique constraint belongs to, by constraint name. */
  uniqueFields?: Record<string, string>
  /** The checks and references of a table that others made, by constraint name, with the field that each is told at. */
  tableRules?: Readonly<Record<string, TableRule>>
  /** The rows that a word of the quick search finds, where the table is too large for the usual way. */
  searched?(db: Db, word: string): Promise<SQL>
  /** The fields whose texts a condition finds by an index on `search_grams` of their column. */
  grams?: readonly string[]
  /**
   * The table is large, and its values are unevenly spread: one plan does not fit all of them. Searches are planned for
   * their values, but those for one value of one field.
   */
  uneven?: true
  /** The rows of a list, or of a form, as they are shown: with texts in the language of the request. */
  shown?(db: Db, actor: Actor, rows: readonly Row[]): Promise<Row[]>
  /** The fields whose texts `shown` makes. Files have them as lists do. */
  shownTexts?: readonly string[]
  /** The fields that `shown` reads for a whole page at once. Lists do not read them row by row. */
  shownFields?: readonly string[]
  /** What rows with a value of a field meet anyway. With it the database finds the few rows that have the value. */
  implied?: Readonly<Record<string, { value: number | string; meets: SQL }>>
}

/** Drizzle's columns by field. Seam: descriptions name columns as text, but tables have them as properties. */
export type ResourceColumns = Record<string, PgColumn> & { id: PgColumn }

/** The part of a list that is the same in every request, prepared once. */
export type ListPlan = {
  /** What the rows are read from: the quoted table, or a subquery under its name. */
  from: string
  /** The quoted table. */
  table: string
  /** Its name in a statement that locks its rows, which has no schema. */
  locked: string
  /** The returned columns: an allow-list, never all columns of the table. */
  columns: string
  /** Subqueries for the labels of relation fields, read together with the rows. */
  labels: string
  /** The position of a field's column in the statement. */
  at: ReadonlyMap<string, number>
  fields: readonly { name: string; column: PgColumn; decode: Decode; none: unknown }[]
  labelled: readonly string[]
}

/** A resource that is ready to be served: its definition, and what `compileResource` derives from it once. */
export type Resource = ResourceDefinition & {
  key: string
  /** The scope as the definition has it, before `only`. */
  scopeRule: ScopeRule
  tableName: string
  /** What the rows are read from: the table, or a subquery under its name that has the computed fields too. */
  source: SQL
  /** The columns of the source by field. */
  columns: ResourceColumns
  /** The ids in the tables with an index for the order by a field, by that field. */
  orderIds: ReadonlyMap<string, PgColumn>
  /** The database's name of each column of the table, by field. */
  columnNames: ReadonlyMap<string, string>
  /** The field of each column, by the database's column name. */
  fieldNames: ReadonlyMap<string, string>
  /** The described fields by name. */
  fields: ReadonlyMap<string, Field>
  /** The fields that lists and filters may read: the described fields except passwords, and the base columns. */
  readable: ReadonlySet<string>
  /** The fields that a column of a file can be mapped to, by name. */
  importable: ReadonlyMap<string, Field>
  /** Of lines: the columns whose cells are read in a way of their own. */
  readers?: Readonly<Record<string, ColumnReader>>
  /** Of lines: titles that no column takes, and what is wrong with the columns of a file. */
  isForeign?: LineColumns['isForeign']
  misfit?: LineColumns['misfit']
  /** The schemas of adding and editing. An edit may omit fields. */
  forms: { readonly add: FormSchema; readonly edit: FormSchema }
  /** The part of a list that is the same in every request. */
  readonly listPlan: ListPlan
  /** The same for whole rows, with the fields that lists do not read. */
  readonly rowPlan: ListPlan
  /** The column of a field. @throws when the table has no column for it, which the description's type rules out */
  column(field: string): PgColumn
  /** The database's name of a field's column. @throws when there is none */
  columnName(field: string): string
  /** A field's label in the language of the request. Undefined for an unknown field. */
  label(field: string): string | undefined
  /** The fields of the constraints with their labels in the language of the request. A check has its rule. */
  constraintFields(): Record<string, { label: string } & TableRule>
}

/**
 * The column of a tree with the ids from the root to the row. In the database its name is `path`; a table whose rows
 * have another path calls it `treePath` in code.
 */
export function treePath(columns: ResourceColumns): PgColumn | undefined {
  return [columns.path, columns.treePath].find((column) => column && columnName(column) === 'path')
}

/** The columns of a table by field. @throws when it has no id */
export function columnsOf(table: PgTable): ResourceColumns {
  const columns = getTableColumns(table)
  const { id } = columns
  if (!id) throw new Error('a resource needs an id')
  return { ...columns, id }
}
