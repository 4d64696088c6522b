import type { ListSearch } from '../query/list-search.ts'

/** Page numbers reach rows up to this offset. Pages beyond it only know their previous and next page. */
export const MAX_OFFSET = 10_000

/** The last page that a page number can reach. */
export function lastNumbered(limit: number): number {
  return Math.floor(MAX_OFFSET / limit) + 1
}

/**
 * The page to show instead of a page that is empty although there are rows. After deleting all rows of the last page,
 * or after opening an old link, the user sees the current last page.
 * @returns undefined when the page itself can be shown
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

/** The page numbers to show: the first, the last, those around the current one. Undefined is a gap. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const near = [page - 1, page, page + 1]
  // Near either end more numbers are shown, so that the row of numbers keeps its length from page to page.
  if (page <= 4) near.push(2, 3, 4, 5)
  if (page >= pages - 3) near.push(pages - 4, pages - 3, pages - 2, pages - 1)
  const wanted = [...new Set([1, ...near, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((one, other) => one - other)
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1]
    if (before === undefined || number - before === 1) return [number]
    // If only one number is missing, it is shown instead of an ellipsis.
    return number - before === 2 ? [number - 1, number] : [undefined, number]
  })
}
