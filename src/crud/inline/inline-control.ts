import type { Field } from '#src/resource/description.ts'
import { type InlineControl, listTypeOf } from '../field-types/list-types.ts'

/** How the user can edit a field in the list. Undefined when it cannot be edited there. */
export function inlineControl(field: Field | undefined): InlineControl | undefined {
  if (!field?.list?.inline || field.readOnly || field.addOnly || field.showWhen) return undefined
  return listTypeOf(field).inline(field)
}
