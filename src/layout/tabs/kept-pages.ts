import type { AnyRouteMatch } from '@tanstack/react-router'

/** A page that has been shown, as it was when it was shown last. */
export type KeptPage = {
  /** Another one after a reload of the tab, so that the page starts fresh. */
  readonly key: string
  readonly path: string
  readonly match: AnyRouteMatch
  /** Grows with every showing. */
  readonly used: number
}

/** More would only cost memory: whoever comes back to an older one starts from its search, and forms from their drafts. */
export const MAX_KEPT = 10

type Now = {
  /** The page on screen; undefined when that is none of the tabs' (or failed, or is still to come). */
  shown: { path: string; match: AnyRouteMatch } | undefined
  /** Whether a page that is not on screen may stay. */
  stays(path: string): boolean
  /** How often a tab was reloaded. */
  roundOf(path: string): number
}

const keyOf = (path: string, round: number) => `${path}#${round}`

/**
 * The pages to keep, given those kept before. Always in the order in which they were first shown: to move an iframe in
 * the document is to reload it. The same list when nothing changes.
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
