import type { Field, FieldOf } from './description.ts'

/** The operators of list filters, with their names in the HTTP API. */
export const operators = [
  'eq',
  'ne',
  'gt',
  'egt',
  'lt',
  'elt',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'RANGE',
  'NOT RANGE',
  'NULL',
  'NOT NULL',
  'FIND_IN_SET',
  'NOT FIND_IN_SET',
  'WITHIN',
  'NOT WITHIN',
] as const

export type Operator = (typeof operators)[number]

/** These test whether there is a value at all. An empty text or an empty list counts as no value. */
const filled = ['NULL', 'NOT NULL'] as const
const texts = ['LIKE', 'NOT LIKE', 'eq', 'ne', 'IN', 'NOT IN', ...filled] as const
const ordered = ['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE', ...filled] as const
const instants = ['RANGE', 'NOT RANGE', 'gt', 'egt', 'lt', 'elt', ...filled] as const
const lists = ['FIND_IN_SET', 'NOT FIND_IN_SET', ...filled] as const
/** In a place or an organization, or below it. */
const places = ['WITHIN', 'NOT WITHIN'] as const
const choices = ['IN', 'NOT IN', 'eq', 'ne', ...filled] as const

/** The operators that fit a field, the preferred one first. Empty when the field cannot be filtered by. */
export function operatorsOf(field: Field): readonly Operator[] {
  if (field.noFilter) return []
  switch (field.type) {
    case 'text':
    case 'icon':
    case 'color':
      return texts
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
    case 'date':
    case 'time':
      return ordered
    case 'datetime':
      return instants
    case 'switch':
      return ['eq', 'ne']
    case 'select':
      return field.multiple ? lists : choices
    case 'relation': {
      const plain = field.multiple ? lists : choices
      return isTreeRelation(field) ? [...places, ...plain] : plain
    }
    case 'area':
      return [...places, 'eq', 'ne', ...filled]
    case 'texts':
      return lists
    case 'editor':
      return ['LIKE', 'NOT LIKE', ...filled]
    case 'pairs':
    case 'image':
    case 'file':
      return filled
    case 'password':
    case 'rows':
      return []
  }
}

/** Whether the rows that a relation points to form a tree. The parent of a tree's rows is such a relation. */
function isTreeRelation({ name, tree, resource }: FieldOf<'relation'>): boolean {
  return tree === true || name === 'pid' || resource === 'organization'
}
