import * as v from 'valibot'

/** A place in the product: the path and query that the loading route carries in its parameter `to`. */
export type Way = { path: string; query: Record<string, unknown> }

const way = v.object({ path: v.string(), query: v.optional(v.record(v.string(), v.unknown()), {}) })

/** The parameter `to`: an object from a typed link, or the JSON that somebody wrote by hand; anything else is none. */
export const waySearch = v.fallback(v.optional(v.union([way, v.pipe(v.string(), v.parseJson(), way)])), undefined)

/** Reads the optional path segment `:to?`. */
export function wayOfSegment(segment: string | undefined): Way | undefined {
  return segment === undefined ? undefined : v.parse(waySearch, segment)
}

const origin = 'http://yardstick.internal'

/**
 * The way itself when it stays on this site and is not one of the routes that would lead back here, else undefined.
 * Browsers read `//host` and `/\host` as other sites, and skip tabs and line breaks: the URL parser decides.
 */
export function onSite(to: Way | undefined): Way | undefined {
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
