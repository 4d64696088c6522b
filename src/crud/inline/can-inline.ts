import type { Field } from '#src/resource/description.ts'

/** Whether the user can edit a field in the list. A press toggles a switch. Other fields open an input. */
export function canInline(field: Field | undefined): field is Field {
  if (!field?.list?.inline || field.readOnly || field.addOnly || field.showWhen) return false
  switch (field.type) {
    case 'text':
      return !field.multiline
    case 'select':
      return !field.multiple
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
    case 'date':
    case 'switch':
      return true
    default:
      return false
  }
}
