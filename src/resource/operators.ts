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
