/** The page numbers to offer: the first, the last, those around the current one; undefined where some are left out. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const near = [page - 1, page, page + 1]
  // So many at either end that the row of numbers keeps its length while people walk through it.
  if (page <= 4) near.push(2, 3, 4, 5)
  if (page >= pages - 3) near.push(pages - 4, pages - 3, pages - 2, pages - 1)
  const wanted = [...new Set([1, ...near, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((one, other) => one - other)
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1]
    if (before === undefined || number - before === 1) return [number]
    // A gap of one page is that page.
    return number - before === 2 ? [number - 1, number] : [undefined, number]
  })
}
