import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { Decode } from '#src/db/decode.server.ts'
import type { JsonObject } from '#src/lib/json.ts'
import type { Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { ExportContext, ExportKind } from '../export/export-columns.server.ts'
import type { CellReader } from '../import/cell-readers.server.ts'

/** What the values of a stored column look like. A backup of an old release holds them without the column's type. */
export type ColumnFacts = {
  nulls: boolean
  /** All values are `t` or `f`. */
  truths: boolean
  /** Some numbers have an exponent. */
  exponents: boolean
}

/** A column as SQL. `empty` is the default of a column that never holds null. */
export type ColumnShape = { type: string; empty?: string }

/** The server's side of a field type: its columns, its cells in files, and its part of the contract. */
export type ServerFieldType<TField extends Field> = {
  /** The types that the column of a runtime table may have, as `udt_name` gives them. */
  columns(field: TField): readonly string[]
  /** The column of a table that is made anew for stored values. */
  made(field: TField, facts: ColumnFacts): ColumnShape
  /** The schema of the value in a response. @param other the schema of another field, for types that contain fields */
  delivered(field: TField, other: (field: Field) => v.GenericSchema): v.GenericSchema
  /** Facts that JSON Schema can state and that the schema of the form checks with functions. */
  documented(field: TField, required: boolean): JsonObject
  /** How a workbook stores the values. */
  readonly sheet: ExportKind
  /** An SQL expression that writes the value of a column as text for a file. */
  written(field: TField, column: PgColumn, context: ExportContext): SQL | Promise<SQL>
  /** Creates the reader for the cells of a file. */
  reader(field: TField, timeZone: string): CellReader
  /** Whether an import can find a row by the value: one value that can be compared. */
  key(field: TField): boolean

  /** What the server stores of a text that people send. The default is the text as it is. */
  cleaned?(text: string): string
  /** How to fill in a cell, where the title of its column does not make that plain. */
  hint?(field: TField): string
  /** Decodes the text of a column that can be of another type than the value. */
  decoder?(column: PgColumn): Decode | undefined
  /** The value in a response when the column holds null. The default is the value of an empty field. */
  readonly none?: FieldValue
  /** The value of the column that a text of a file becomes, where the text in JSON would become another one. */
  given?(text: SQL, column: PgColumn): SQL
  /** The value that the database writes into JSON in a form of its own. */
  fromJson?(value: unknown): unknown
}
