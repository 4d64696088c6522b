import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import type { DynamicValue } from '#src/resource/dynamic-values.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { Operator } from '#src/resource/operators.ts'

const spans = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'last7Days',
  'thisMonth',
  'lastMonth',
  'last30Days',
  'thisYear',
  'lastYear',
  'tomorrow',
] as const

/** The dynamic values of a field. They are computed when the list is requested. */
export function dynamicsOf(field: Field, operator: Operator): readonly DynamicValue[] {
  const resource = relationTarget(field)?.resource
  if (operator === 'WITHIN' || operator === 'NOT WITHIN') return resource === 'organization' ? ['myOrganization'] : []
  if (typeOf(field).moment === 'day') return spans
  if (resource === 'user') return ['me']
  return resource === 'organization' ? ['myOrganization', 'myOrganizations'] : []
}

export function dynamicText(value: DynamicValue): string {
  switch (value) {
    case 'today':
      return m.filter_today()
    case 'yesterday':
      return m.filter_yesterday()
    case 'tomorrow':
      return m.filter_tomorrow()
    case 'thisWeek':
      return m.filter_thisWeek()
    case 'lastWeek':
      return m.filter_lastWeek()
    case 'thisMonth':
      return m.filter_thisMonth()
    case 'lastMonth':
      return m.filter_lastMonth()
    case 'thisYear':
      return m.filter_thisYear()
    case 'lastYear':
      return m.filter_lastYear()
    case 'last7Days':
      return m.filter_last7Days()
    case 'last30Days':
      return m.filter_last30Days()
    case 'now':
      return m.filter_now()
    case 'me':
      return m.filter_me()
    case 'myOrganization':
      return m.filter_myOrganization()
    case 'myOrganizations':
      return m.filter_myOrganizations()
  }
}
