import type { Description, Field } from './description.ts'

type Scalar = string | number

/** A part of a list: a value, or an object of a field that is a table itself. */
export type FieldItem = Scalar | { readonly [name: string]: Scalar | null | readonly Scalar[] }

/** What a field of a form holds. */
export type FieldValue = Scalar | null | readonly FieldItem[]

/** The content of a resource's form, by field. */
export type FormValues = Record<string, FieldValue>

type Described = Pick<Description, 'fields'>

/** The fields that a form writes. */
export function writableFields(description: Described): Field[] {
  return description.fields.filter((field) => !field.readOnly)
}

/** A form with nothing in it but what a switch always says. */
export function blankValues(description: Described): FormValues {
  return Object.fromEntries(writableFields(description).map((field) => [field.name, blankValue(field)]))
}

/** What a field holds when nobody has filled it in. */
export function blankValue(field: Field): FieldValue {
  switch (field.type) {
    case 'text':
    case 'password':
    case 'icon':
    case 'color':
    case 'editor':
      return ''
    case 'switch':
      return 1
    case 'texts':
    case 'pairs':
    case 'rows':
      return []
    case 'image':
    case 'file':
      return field.multiple ? [] : ''
    case 'relation':
    case 'select':
      return field.multiple ? [] : null
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
    case 'area':
    case 'date':
    case 'datetime':
    case 'time':
      return null
  }
}

/** Whether a value says nothing. */
export function isBlank(value: FieldValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * The form's part of a row. The seam between rows, which are typed by their table, and forms, which are made from
 * descriptions: values that no field can hold count as absent.
 */
export function valuesOf(description: Described, row: object): FormValues {
  return Object.fromEntries(
    writableFields(description).map((field) => {
      const value: unknown = Reflect.get(row, field.name)
      return [field.name, isFieldValue(value) ? value : blankValue(field)]
    }),
  )
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || isScalar(value) || (Array.isArray(value) && value.every(isItem))
}

function isItem(value: unknown): value is FieldItem {
  return isScalar(value) || (typeof value === 'object' && value !== null && Object.values(value).every(isCell))
}

function isCell(value: unknown): value is Scalar | null | readonly Scalar[] {
  return value === null || isScalar(value) || (Array.isArray(value) && value.every(isScalar))
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number'
}

/** Lists of numbers are sets: the order in which somebody picked two levels is no change. Other lists have an order. */
export function sameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  if (one.length !== other.length) return false
  const isSet = [...one, ...other].every((value) => typeof value === 'number')
  return isSet
    ? one.every((value) => other.includes(value))
    : one.every((value: FieldItem, at) => sameItem(value, other[at]))
}

function sameItem(one: FieldItem, other: FieldItem | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => sameValue(one[name], other[name]))
}

/** What differs from where the form began: all that an edit sends. */
export function changedValues(base: FormValues, values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, base[name])))
}

/** What a form made from a description sends, with the type of the resource's form. */
export function formOf<TForm>(values: FormValues): TForm {
  // Seam: the description that the values were made from is checked against that type.
  return values as unknown as TForm
}
