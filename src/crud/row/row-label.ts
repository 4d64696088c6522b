import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'

/** The name of a row with its code, for messages: "Foreign Language School (0305)". */
export function rowLabel({ rowTitle, title, fields }: Pick<Description, 'rowTitle' | 'title' | 'fields'>, row: object) {
  const text = (name: string) => {
    const value: unknown = Reflect.get(row, name)
    if (typeof value !== 'string' && typeof value !== 'number') return ''
    // A row may be named by a choice: users know its label.
    const field = fields.find((one) => one.name === name)
    const option = field && 'options' in field ? field.options.find((one) => one.value === value) : undefined
    return option ? labelText(option.label) : String(value)
  }
  const name = rowTitle === 'id' ? '' : text(rowTitle)
  const code = rowTitle !== 'code' && fields.some((field) => field.name === 'code') ? text('code') : ''
  if (name === '') return code || labelText(title)
  return code ? m.crud_nameCode({ name, code }) : name
}
