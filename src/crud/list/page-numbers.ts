import type { ListSearch } from '../query/list-search.ts'

/** Numbered pages lead to this row; beyond, pages only know what is before and behind them. */
export const MAX_OFFSET = 10_000

/** The last page that a number leads to. */
export function lastNumbered(limit: number): number {
  return Math.floor(MAX_OFFSET / limit) + 1
}

/**
 * Where to look instead when a page is empty though there are rows: whoever deletes all of the last page, or comes with an
 * old link, sees the page that is the last one now.
 */
export function pageInReach(
  { page, limit, cursor }: Pick<ListSearch, 'page' | 'limit' | 'cursor'>,
  { list, total }: { list: readonly unknown[]; total: number },
): Pick<ListSearch, 'page' | 'cursor'> | undefined {
  if (list.length > 0 || total === 0) return page > lastNumbered(limit) ? { page: lastNumbered(limit) } : undefined
  if (cursor !== undefined) return cursor === 'last' ? undefined : { page: 1, cursor: 'last' }
  const last = Math.min(Math.ceil(total / limit), lastNumbered(limit))
  return last < page ? { page: last } : undefined
}

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
