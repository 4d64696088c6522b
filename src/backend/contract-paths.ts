import type { Side } from '#src/lib/side.ts'

// The contract shares /admin/* with pages, so its paths are listed.
const CONTRACT = /^\/(adminApi|auth|api|admin\/sys-file|admin\/ajax|admin\/Terminal)(\/|$)/

/** Whether a path belongs to the HTTP contract; every other one is a page. */
export function isContractPath(path: string): boolean {
  return CONTRACT.test(path)
}

/** The side that a call belongs to: everything that begins with /admin is the back office's (specification 6). */
export function sideOf(path: string): Side {
  return path.startsWith('/admin') ? 'admin' : 'user'
}

/** Calls whose bodies are streams, which the browser sends itself and no server function carries. */
type StreamPath = {
  path: RegExp
  /** Whether a person may open it from the address bar or a bookmark, where no page of ours vouches for them. */
  open: boolean
}

const STREAMS: readonly StreamPath[] = [
  { path: /^\/admin\/sys-file\/upload$/, open: false },
  { path: /^\/admin\/sys-file\/.+/, open: true },
  // Its GET runs a command.
  { path: /^\/admin\/Terminal\/.+/, open: false },
  { path: /^\/api\/ajax\/upload$/, open: false },
  { path: /^\/(adminApi|api)\/[\w-]+\/(import|events)$/, open: false },
  { path: /^\/(adminApi|api)\/[\w-]+\/(export|template|download)(\/[^/]+)?$/, open: true },
]

/** How a streaming call may be used; undefined for every other path. */
export function streamPath(path: string): StreamPath | undefined {
  return STREAMS.find((one) => one.path.test(path))
}

const ORIGIN = 'http://yardstick.internal'

/**
 * An address as a call of the contract that a page may make by name: with or without its first slash (the
 * specification writes both). Undefined for another site, for pages, and for what deals in tokens.
 */
export function contractPath(url: string): { path: string; query: URLSearchParams } | undefined {
  const given = /^[a-z][a-z\d+.-]*:|^[/\\]{2}/i.test(url) || url.startsWith('/') ? url : `/${url}`
  if (!URL.canParse(given, ORIGIN)) return undefined
  const { origin, pathname, searchParams } = new URL(given, ORIGIN)
  // What is encoded in a path could be another path to whoever decodes it.
  if (origin !== ORIGIN || /%2f|%5c|%2e/i.test(pathname)) return undefined
  if (!isContractPath(pathname) || pathname.startsWith('/auth')) return undefined
  return { path: pathname, query: searchParams }
}
