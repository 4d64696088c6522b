import type { Field } from '#src/resource/description.ts'

/** How wide a column is unless somebody says otherwise, in pixels at the usual text size. */
export function columnWidth(field: Field): number {
  switch (field.type) {
    case 'switch':
    case 'year':
      return 80
    case 'time':
      return field.seconds ? 100 : 80
    case 'icon':
      return 160
    case 'integer':
    case 'number':
    case 'image':
    case 'color':
      return 104
    case 'date':
    case 'money':
    case 'select':
      return 120
    case 'datetime':
      return 168
    case 'area':
      return 200
    default:
      return 144
  }
}

/** What the title of a column takes, in the same pixels, but never very much; orders have a mark beside it. */
export function titleWidth(title: string, sortable: boolean): number {
  const signs = [...title]
  const wide = signs.filter((sign) => sign > '\u2e7f').length
  const text = wide * 13 + (signs.length - wide) * 7.1
  return Math.min(200, Math.ceil(text) + (sortable ? 50 : 28))
}

/** Whether a column's values are compared digit by digit. */
export function isNumeric(field: Field): boolean {
  return field.type === 'integer' || field.type === 'number' || field.type === 'money'
}
