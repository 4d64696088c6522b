import * as v from 'valibot'

/** A place in the product: the path and query that the loading route carries in its parameter `to`. */
export type RedirectTarget = { path: string; query: Record<string, unknown> }

const target = v.object({ path: v.string(), query: v.optional(v.record(v.string(), v.unknown()), {}) })

/** The parameter `to`: an object from a typed link, or the JSON that somebody wrote by hand; anything else is none. */
export const redirectTargetSearch = v.fallback(
  v.optional(v.union([target, v.pipe(v.string(), v.parseJson(), target)])),
  undefined,
)

/** Reads the optional path segment `:to?`. */
export function redirectTargetOfSegment(segment: string | undefined): RedirectTarget | undefined {
  return segment === undefined ? undefined : v.parse(redirectTargetSearch, segment)
}

const origin = 'http://yardstick.internal'

/**
 * The way itself when it stays on this site and is not one of the routes that would lead back here, else undefined.
 * Browsers read `//host` and `/\host` as other sites, and skip tabs and line breaks: the URL parser decides.
 */
export function targetOnSite(to: RedirectTarget | undefined): RedirectTarget | undefined {
  if (!to?.path.startsWith('/') || !URL.canParse(to.path, origin)) return undefined
  const url = new URL(to.path, origin)
  if (url.origin !== origin || /^\/(admin|user|center)\/(loading|login)(\/|$)/.test(url.pathname)) return undefined
  const path = decoded(url.pathname)
  return path === undefined ? undefined : { path, query: { ...Object.fromEntries(url.searchParams), ...to.query } }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}
