import { m } from '#src/i18n/paraglide/messages.js'
import { baseFields } from '#src/resource/base-fields.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { operatorsOf } from '#src/resource/field-traits.ts'
import { systemFields } from '../grid/system-fields.ts'

/** The fields that a list can be filtered by. The system fields are at the end. */
export function filterableFields(
  description: Pick<Description, 'key' | 'menu' | 'verbs' | 'fields' | 'base'>,
): Field[] {
  const people: Field[] = [
    { name: 'createBy', type: 'relation', resource: 'user', label: m.list_createBy, readOnly: true },
    { name: 'updateBy', type: 'relation', resource: 'user', label: m.list_updateBy, readOnly: true },
  ]
  const own = new Set(description.fields.map(({ name }) => name))
  const base = new Set<string>(baseFields(description))
  const added = people.filter(({ name }) => base.has(name) && !own.has(name))
  const all = [...description.fields, ...systemFields(description), ...added]
  return all.filter((field) => operatorsOf(field).length > 0)
}

/** Whether the values of a field can be looked up. `createBy` and `updateBy` only offer the signed-in user. */
export function hasOptions(field: Field, description: Pick<Description, 'fields'>): boolean {
  return description.fields.some(({ name }) => name === field.name)
}
