import * as v from 'valibot'

/** A page of the product: the path and the query in the parameter `to` of the loading route. */
export type RedirectTarget = { path: string; query: Record<string, unknown> }

const target = v.object({ path: v.string(), query: v.optional(v.record(v.string(), v.unknown()), {}) })

/** The parameter `to`: an object from a typed link, or JSON text. Any other value becomes undefined. */
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
 * The target when it is on this site and is not a login or loading route, which would lead back here; else undefined.
 * Browsers read `//host` and `/\host` as other sites, and ignore tabs and line breaks. Therefore the URL parser
 * decides.
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
