import type { Field } from './description.ts'

/** The sixteen operators of list filters, by their names in the contract. */
export const operators = [
  ...['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'LIKE', 'NOT LIKE', 'IN', 'NOT IN', 'RANGE', 'NOT RANGE'],
  ...['NULL', 'NOT NULL', 'FIND_IN_SET', 'NOT FIND_IN_SET'],
] as const

export type Operator = (typeof operators)[number]

const texts = ['LIKE', 'NOT LIKE', 'eq', 'ne', 'IN', 'NOT IN'] as const
const ordered = ['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE', 'NULL', 'NOT NULL'] as const
const instants = ['RANGE', 'NOT RANGE', 'gt', 'egt', 'lt', 'elt', 'NULL', 'NOT NULL'] as const
const lists = ['FIND_IN_SET', 'NOT FIND_IN_SET'] as const
const choices = ['IN', 'NOT IN', 'eq', 'ne', 'NULL', 'NOT NULL'] as const

/** The operators that fit a field, the one to offer first in front; none when it cannot be searched by. */
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
    case 'relation':
      return field.multiple ? lists : choices
    case 'area':
      return ['LIKE', 'NOT LIKE', 'eq', 'ne', 'NULL', 'NOT NULL']
    case 'texts':
      return lists
    case 'password':
    case 'pairs':
    case 'image':
    case 'file':
    case 'editor':
    case 'rows':
      return []
  }
}
