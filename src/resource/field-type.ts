import type { CellField, Field, Option } from './description.ts'
import type { FieldItem, FieldValue, Scalar } from './field-value.ts'
import type { Labels } from './labels.ts'
import type { Operator } from './operators.ts'

/** What the text of a value depends on, besides its field. */
export type TextContext = {
  /** Labels of relation values, as returned with lists and rows. */
  labels: Labels
  /** The time zone of the site. */
  timeZone: string
}

/** The text of another field's value, for types whose values contain others. */
export type TextOf = (field: Field, value: FieldValue | undefined) => string

/** How a number is written. */
export type NumberFacts = {
  /** The value is an amount in whole cents. */
  readonly cents: boolean
  /** Maximum number of decimal places. Undefined for a whole number. */
  readonly decimals?: number
  /** Exact number of digits. */
  readonly digits?: number
}

/** The rows that a relation points to. */
export type RelationTarget = {
  readonly resource: string
  /** The value is a list of ids. */
  readonly many: boolean
  /** The rows form a tree. */
  readonly tree: boolean
  /** The template of a row's label. */
  readonly template?: string
}

/**
 * What lists, filters, files and the server ask about a field type. `field-types.ts` has an entry for each type. The
 * schemas of the values are in `field-schema.ts`, because a list does not load them.
 *
 * The members are methods, so that the entry of one type can stand for that of any type (`typeOf`).
 */
export type FieldTypeModel<TField extends Field> = {
  /** The value of a field that the user has not filled in. */
  blank(field: TField): FieldValue
  /** The text of a value, or of one value of a list. */
  text(value: Scalar, field: TField, context: TextContext): string
  /** The operators of filters, the preferred one first. Empty when rows cannot be filtered by such a field. */
  operators(field: TField): readonly Operator[]
  /** Whether a table inside a form can have a column of this type. */
  readonly cell: boolean
  /** Whether a cell of a file can hold a value: imports and exports have a column for it. */
  readonly file: boolean
  /** Forms write the value, but no response, list, file or history contains it. */
  readonly secret: boolean
  /** The values are ids or codes. Responses bring the names that users see. */
  readonly named: boolean

  /** The text of an object in a list of objects. */
  itemText?(value: Exclude<FieldItem, Scalar>, field: TField, textOf: TextOf): string
  /** Texts and numbers as people type them. With "rank" in its name, such a field holds a whole number. */
  readonly plain?: 'text' | 'number'
  /** Of numbers. */
  number?(field: TField): NumberFacts
  /** A point in time, by how a filter states it. */
  readonly moment?: 'day' | 'time'
  /** Of types with a fixed set of values. */
  options?(field: TField): readonly Option[]
  /** Of types that point to rows of a resource. */
  target?(field: TField): RelationTarget
  /** Of codes of administrative divisions: the number of levels. A code begins with that of the division above. */
  divisions?(field: TField): 1 | 2 | 3
  /** Of tables inside a form. */
  cells?(field: TField): readonly CellField[]
  /** The values are JSON as text, which may say the same in several ways. */
  readonly json?: true
  /** The values hold addresses of uploaded files: each value is one, or they stand in HTML. */
  readonly addresses?: 'value' | 'html'
  /** The text in a table inside a form, where it is not the usual one. */
  cellText?(value: FieldValue): string
}
