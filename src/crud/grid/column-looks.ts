/** The width that a column's title needs, in the same pixels, at most 200. A sortable column has an icon beside it. */
export function titleWidth(title: string, sortable: boolean): number {
  const signs = [...title]
  const wide = signs.filter((sign) => sign > '\u2e7f').length
  const text = wide * 13 + (signs.length - wide) * 7.1
  return Math.min(200, Math.ceil(text) + (sortable ? 50 : 28))
}
