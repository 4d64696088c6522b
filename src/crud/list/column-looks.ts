import type { Field } from '../description.ts'

/** How wide a column is unless somebody says otherwise, in pixels at the usual text size. */
export function columnWidth(field: Field): number {
  switch (field.type) {
    case 'switch':
    case 'year':
    case 'icon':
    case 'time':
      return 80
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

/** What the title of a column takes with the mark of its order, in the same pixels: as many as a column may have for that. */
export function titleWidth(title: string): number {
  const wide = [...title].filter((sign) => sign > '\u2e7f').length
  return Math.min(200, Math.ceil(wide * 14 + ([...title].length - wide) * 7.5) + 44)
}

/** Whether a column's values are compared digit by digit. */
export function isNumeric(field: Field): boolean {
  return field.type === 'integer' || field.type === 'number' || field.type === 'money'
}
