import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { optionOf } from './use-row-name.ts'

/** The name of a row with its code, for messages: "Foreign Language School (0305)". */
export function rowLabel({ rowTitle, title, fields }: Pick<Description, 'rowTitle' | 'title' | 'fields'>, row: object) {
  const text = (name: string) => {
    const value: unknown = Reflect.get(row, name)
    if (typeof value !== 'string' && typeof value !== 'number') return ''
    const option = optionOf(fields, name, value)
    return option ? labelText(option.label) : String(value)
  }
  const name = rowTitle === 'id' ? '' : text(rowTitle)
  const code = rowTitle !== 'code' && fields.some((field) => field.name === 'code') ? text('code') : ''
  if (name === '') return code || labelText(title)
  return code ? m.crud_nameCode({ name, code }) : name
}
