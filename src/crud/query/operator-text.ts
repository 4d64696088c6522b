import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { Operator } from '#src/resource/operators.ts'

/** The label of an operator for a field. It depends on the type: numbers are "greater", dates are "later". */
export function operatorText(operator: Operator, field: Field): string {
  const isTime = typeOf(field).moment !== undefined
  switch (operator) {
    case 'eq':
      return m.filter_eq()
    case 'ne':
      return m.filter_ne()
    case 'gt':
      return isTime ? m.filter_after() : m.filter_gt()
    case 'egt':
      return isTime ? m.filter_notBefore() : m.filter_egt()
    case 'lt':
      return isTime ? m.filter_before() : m.filter_lt()
    case 'elt':
      return isTime ? m.filter_notAfter() : m.filter_elt()
    case 'LIKE':
      return m.filter_like()
    case 'NOT LIKE':
      return m.filter_notLike()
    case 'IN':
      return m.filter_in()
    case 'NOT IN':
      return m.filter_notIn()
    case 'RANGE':
      return m.filter_range()
    case 'NOT RANGE':
      return m.filter_notRange()
    case 'NULL':
      return m.filter_null()
    case 'NOT NULL':
      return m.filter_notNull()
    case 'FIND_IN_SET':
      return m.filter_has()
    case 'NOT FIND_IN_SET':
      return m.filter_hasNot()
    case 'WITHIN':
      return m.filter_within()
    case 'NOT WITHIN':
      return m.filter_notWithin()
  }
}

/** Whether an operator needs no value. */
export function isUnary(operator: Operator): boolean {
  return operator === 'NULL' || operator === 'NOT NULL'
}

/** Whether an operator takes several values. */
export function takesList(operator: Operator): boolean {
  return ['IN', 'NOT IN', 'FIND_IN_SET', 'NOT FIND_IN_SET'].includes(operator)
}

export function takesRange(operator: Operator): boolean {
  return operator === 'RANGE' || operator === 'NOT RANGE'
}

/** Whether an operator compares with one place, which the user chooses by its name. */
export function isPlaceOperator(operator: Operator): boolean {
  return ['WITHIN', 'NOT WITHIN', 'eq', 'ne'].includes(operator)
}
