import type { Design } from './design.schema.ts'
import type { DesignField, DesignFieldOf } from './design.ts'

type Value = string | number
type Options = DesignFieldOf<'select'>['options']

/** The value of an option as it was typed: a number beside numbers, because one column holds them all. */
export function optionValue(typed: string, others: Options): Value {
  const isNumber = others.length > 0 && others.every(({ value }) => typeof value === 'number') && isWhole(typed)
  return isNumber ? Number(typed) : typed
}

/** A description in which all options of a field are numbers or all are texts, wherever they are named. */
export function withEvenOptions(description: Design['description']): Design['description'] {
  const made = new Map<string, (value: Value) => Value>()
  const fields = description.fields.map((field): DesignField => {
    if (field.type === 'rows')
      return { ...field, fields: field.fields.map((one) => (one.type === 'select' ? evenSelect(one) : one)) }
    const make = field.type === 'select' ? evenly(field.options) : undefined
    if (make) made.set(field.name, make)
    return field.type === 'select' ? evenSelect(field) : field
  })
  if (made.size === 0 && fields.every((field, at) => field === description.fields[at])) return description
  return { ...description, fields: fields.map((field) => withEvenCondition(field, made)) }
}

function evenSelect(field: DesignFieldOf<'select'>): DesignFieldOf<'select'> {
  const make = evenly(field.options)
  if (!make) return field
  const { default: given } = field
  const options = field.options.map((one) => ({ ...one, value: make(one.value) }))
  if (typeof given === 'string' || typeof given === 'number') return { ...field, options, default: make(given) }
  if (!Array.isArray(given)) return { ...field, options }
  return { ...field, options, default: given.map((one) => (typeof one === 'object' ? one : make(one))) }
}

function withEvenCondition(field: DesignField, made: ReadonlyMap<string, (value: Value) => Value>): DesignField {
  const when = field.showWhen
  const make = when && made.get(when.field)
  if (!make) return field
  if ('in' in when) return { ...field, showWhen: { ...when, in: when.in.map(make) } }
  return 'notIn' in when ? { ...field, showWhen: { ...when, notIn: when.notIn.map(make) } } : field
}

/** How the values of uneven options become even. */
function evenly(options: Options): ((value: Value) => Value) | undefined {
  const numbers = options.filter(({ value }) => typeof value === 'number').length
  if (numbers === 0 || numbers === options.length) return undefined
  const all = options.every(({ value }) => isWhole(String(value)))
  return all ? (value) => (isWhole(String(value)) ? Number(value) : value) : String
}

function isWhole(text: string): boolean {
  return Number.isSafeInteger(Number(text)) && String(Number(text)) === text
}
