import { m } from '#src/i18n/paraglide/messages.js'
import { baseFields } from '#src/resource/base-fields.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { offersOf } from '#src/resource/offers.ts'

type Described = Pick<Description, 'key' | 'menu' | 'verbs' | 'fields' | 'base'>

/**
 * The fields that every row has, without those that the resource describes itself. A list shows when its rows were
 * changed. Where nobody changes them, as in a log and in a ledger, it shows when they were made.
 */
export function systemFields(description: Described): Field[] {
  const own = new Set(description.fields.map(({ name }) => name))
  const hidden = { list: { hidden: true } } as const
  const [whenChanged, whenMade] = offersOf(description).edit ? [undefined, hidden] : [hidden, undefined]
  const fields: Field[] = [
    { name: 'updateTime', type: 'datetime', label: m.list_updateTime, readOnly: true, ...whenChanged },
    { name: 'createTime', type: 'datetime', label: m.list_createTime, readOnly: true, ...whenMade },
    { name: 'id', type: 'integer', label: m.list_id, readOnly: true, ...hidden },
  ]
  const base = new Set<string>(baseFields(description))
  return fields.filter(({ name }) => base.has(name) && !own.has(name))
}
