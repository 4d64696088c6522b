import type { AnyRouteMatch } from '@tanstack/react-router'

/** A page that has been shown, with the route match of its last display. */
export type KeptPage = {
  /** Changes when the tab reloads, so that the page starts with fresh state. */
  readonly key: string
  readonly path: string
  readonly match: AnyRouteMatch
  /** Higher for pages that were shown more recently. */
  readonly used: number
}

/** More would only cost memory. An older page starts again from its tab's search, and its forms from their drafts. */
export const MAX_KEPT = 10

type Now = {
  /** The page on the screen. Undefined when the page has no tab, has failed or is still loading. */
  shown: { path: string; match: AnyRouteMatch } | undefined
  /** Whether a page that is not on the screen stays alive. */
  stays(path: string): boolean
  /** How often a tab was reloaded. */
  roundOf(path: string): number
}

const keyOf = (path: string, round: number) => `${path}#${round}`

/**
 * Returns the pages to keep, in the order in which they were first shown. The order is stable, because an iframe
 * reloads when it moves in the document.
 * @returns the same array when nothing changes
 */
export function keepPages(pages: readonly KeptPage[], { shown, stays, roundOf }: Now): readonly KeptPage[] {
  const latest = Math.max(0, ...pages.map(({ used }) => used))
  let next = pages.filter(
    ({ path, key }) => key === keyOf(path, roundOf(path)) && (path === shown?.path || stays(path)),
  )
  if (shown) {
    const key = keyOf(shown.path, roundOf(shown.path))
    const place = next.findIndex((page) => page.key === key)
    const old = next[place]
    const used = old && old.used === latest ? latest : latest + 1
    if (!old) next.push({ key, ...shown, used })
    else if (old.match !== shown.match || old.used !== used) next = next.with(place, { key, ...shown, used })
  }
  if (next.length > MAX_KEPT) {
    const oldest = next.reduce((one, other) => (other.used < one.used ? other : one))
    next = next.filter((page) => page !== oldest)
  }
  return next.length === pages.length && next.every((page, index) => page === pages[index]) ? pages : next
}
