import type { Field } from '#src/resource/description.ts'

/** The default width of a column, in pixels at the default text size. */
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

/** The width that a column's title needs, in the same pixels, at most 200. A sortable column has an icon beside it. */
export function titleWidth(title: string, sortable: boolean): number {
  const signs = [...title]
  const wide = signs.filter((sign) => sign > '\u2e7f').length
  const text = wide * 13 + (signs.length - wide) * 7.1
  return Math.min(200, Math.ceil(text) + (sortable ? 50 : 28))
}

/** Whether users compare a column's values digit by digit, so that they are aligned to the right. */
export function isNumeric(field: Field): boolean {
  return field.type === 'integer' || field.type === 'number' || field.type === 'money'
}
