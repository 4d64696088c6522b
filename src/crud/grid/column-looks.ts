/** The width that a column's title needs, in the same pixels, at most 200. A sortable column has an icon beside it. */
export function titleWidth(title: string, sortable: boolean): number {
  const signs = [...title]
  const wide = signs.filter((sign) => sign > '\u2e7f').length
  const letters = signs.length - wide
  // A word of few letters may be of wide ones.
  const text = wide * 13 + (letters > 0 ? letters * 6.4 + 7 : 0)
  return Math.min(200, Math.ceil(text) + (sortable ? 40 : 24))
}
