import type { Field } from './description.ts'

/** The sixteen operators of list filters, by their names in the contract. */
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
] as const

export type Operator = (typeof operators)[number]

/** Whether there is a value at all: of an empty text, or a list without items, there is none. */
const filled = ['NULL', 'NOT NULL'] as const
const texts = ['LIKE', 'NOT LIKE', 'eq', 'ne', 'IN', 'NOT IN', ...filled] as const
const ordered = ['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE', ...filled] as const
const instants = ['RANGE', 'NOT RANGE', 'gt', 'egt', 'lt', 'elt', ...filled] as const
const lists = ['FIND_IN_SET', 'NOT FIND_IN_SET', ...filled] as const
const choices = ['IN', 'NOT IN', 'eq', 'ne', ...filled] as const

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
      return ['LIKE', 'NOT LIKE', 'eq', 'ne', ...filled]
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
