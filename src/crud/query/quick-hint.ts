import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'

/** What the quick search looks at: "name, short name or code". */
export function quickHint({ fields, quickSearch }: Pick<Description, 'fields' | 'quickSearch'>): string {
  const names = quickSearch.flatMap((name) => {
    const field = fields.find((one) => one.name === name)
    return field ? [labelText(field.label)] : []
  })
  const last = names.pop()
  return names.length > 0 ? `${names.join(m.crud_listSeparator())}${m.list_or()}${last}` : (last ?? '')
}
