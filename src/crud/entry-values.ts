import type { Description, Field } from './description.ts'

/** What a field of a form holds. */
export type FieldValue = string | number | null | readonly (string | number)[]

/** The content of a resource's form, by field. */
export type EntryValues = Record<string, FieldValue>

type Described = Pick<Description, 'fields'>

/** The fields that a form writes. */
export function writableFields(description: Described): Field[] {
  return description.fields.filter((field) => !field.readOnly)
}

/** An empty form. */
export function blankValues(description: Described): EntryValues {
  return Object.fromEntries(writableFields(description).map((field) => [field.name, blank(field)]))
}

function blank(field: Field): FieldValue {
  switch (field.type) {
    case 'text':
    case 'integer':
      return ''
    case 'switch':
      return 1
    case 'texts':
      return []
    case 'relation':
      return field.multiple ? [] : null
    case 'select':
    case 'area':
    case 'datetime':
      return null
  }
}

/**
 * The form's part of a row. The seam between rows, which are typed by their table, and forms, which are made from
 * descriptions: values that no field can hold count as absent.
 */
export function valuesOf(description: Described, row: object): EntryValues {
  return Object.fromEntries(
    writableFields(description).map((field) => {
      const value: unknown = Reflect.get(row, field.name)
      return [field.name, isFieldValue(value) ? value : blank(field)]
    }),
  )
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || isScalar(value) || (Array.isArray(value) && value.every(isScalar))
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Lists are sets here: the order in which somebody picked two levels is no change. */
export function sameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value) => other.includes(value))
  }
  return one === other
}

/** What differs from where the form began: all that an edit sends. */
export function changedValues(base: EntryValues, values: EntryValues): EntryValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, base[name])))
}

/** The seam back: what a form made from a description sends, with the type of the resource's form. */
export function formOf<TForm>(values: EntryValues): TForm {
  return values as unknown as TForm
}
