import { m } from '#src/i18n/paraglide/messages.js'
import { baseFields } from '#src/resource/base-fields.ts'
import type { Description, Field } from '#src/resource/description.ts'

/** The fields that every row has, without those that the resource describes itself. */
export function systemFields(description: Pick<Description, 'fields' | 'base'>): Field[] {
  const own = new Set(description.fields.map(({ name }) => name))
  const fields: Field[] = [
    { name: 'updateTime', type: 'datetime', label: m.list_updateTime, readOnly: true },
    { name: 'createTime', type: 'datetime', label: m.list_createTime, readOnly: true, list: { hidden: true } },
    { name: 'id', type: 'integer', label: m.list_id, readOnly: true, list: { hidden: true } },
  ]
  const base = new Set<string>(baseFields(description))
  return fields.filter(({ name }) => base.has(name) && !own.has(name))
}
