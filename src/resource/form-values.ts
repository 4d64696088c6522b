import type { Description, Field } from './description.ts'
import { typeOf } from './field-types.ts'
import type { FieldItem, FieldValue, Scalar } from './field-value.ts'

/** The content of a resource's form, by field. */
export type FormValues = Record<string, FieldValue>

type Described = Pick<Description, 'fields'>

/** The fields that a form writes. */
export function writableFields(description: Described): Field[] {
  return description.fields.filter((field) => !field.readOnly)
}

/** The values of an empty form. Only switches have a value: they are on. */
export function blankValues(description: Described): FormValues {
  return Object.fromEntries(writableFields(description).map((field) => [field.name, blankValue(field)]))
}

/** The value of a field that the user has not filled in. */
export function blankValue(field: Field): FieldValue {
  return typeOf(field).blank(field)
}

/** Whether a value is empty: undefined, null, an empty text or an empty list. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * The form values of a row. Rows are typed by their table, but forms are made from descriptions. Values that no field
 * can hold therefore count as absent.
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

/** Lists of numbers are sets: the order in which the user selects two rows does not matter. Other lists are ordered. */
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

/**
 * Whether a field still has the value of its stored row. No rule is asked about such a value, because rows that others
 * write hold some that no form would take. An empty one is no value: what is required is still asked for.
 */
export function isKept(name: string, values: FormValues, stored: FormValues | undefined): boolean {
  return stored !== undefined && !isBlank(values[name]) && sameValue(values[name], stored[name])
}

/** The values that differ from the initial ones. An edit sends only these. */
export function changedValues(base: FormValues, values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !sameValue(value, base[name])))
}

/** The values of a form that was made from a description, with the type of the resource's form. */
export function formOf<TForm>(values: FormValues): TForm {
  // Seam: the description that the values were made from is checked against that type.
  return values as unknown as TForm
}
