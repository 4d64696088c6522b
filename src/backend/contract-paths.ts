import type { Side } from '#src/lib/side.ts'

// The contract and the pages share /admin/*, so the contract's paths are listed.
const CONTRACT = /^\/(adminApi|auth|api|storage|admin\/sys-file|admin\/ajax|admin\/Terminal)(\/|$)/

/** Whether a path belongs to the HTTP contract. All other paths are pages. */
export function isContractPath(path: string): boolean {
  return CONTRACT.test(path)
}

/** The side of a call: every path that begins with /admin belongs to the back office. */
export function sideOf(path: string): Side {
  return path.startsWith('/admin') ? 'admin' : 'user'
}

/** Calls with streamed bodies. The browser sends them itself, not through a server function. */
type StreamPath = {
  path: RegExp
  /** Whether a user may open it from the address bar or a bookmark. No page of this site sends that request. */
  open: boolean
}

/** Uploaded files. They belong to no side. */
const STORAGE = /^\/storage\/.+/

/** Whether a path is that of an uploaded file, which a session of either side may open. */
export function isStoragePath(path: string): boolean {
  return STORAGE.test(path)
}

const STREAMS: readonly StreamPath[] = [
  { path: /^\/admin\/sys-file\/upload$/, open: false },
  { path: /^\/admin\/sys-file\/.+/, open: true },
  { path: STORAGE, open: true },
  // A picture of a page.
  { path: /^\/admin\/ajax\/buildSuffixSvg$/, open: true },
  // Its GET runs a command.
  { path: /^\/admin\/Terminal\/.+/, open: false },
  { path: /^\/api\/ajax\/upload$/, open: false },
  // A resource that is made on demand has a number in its key: `exam-score:12`.
  { path: /^\/(adminApi|api)\/[\w-]+(:\d+)?\/(import|events)$/, open: false },
  { path: /^\/(adminApi|api)\/[\w-]+(:\d+)?\/(export|template|download|sheet)(\/[^/]+)?$/, open: true },
  { path: /^\/adminApi\/(exam\/scoreSheet|report\/pupilSheet|crud\/code)$/, open: true },
  { path: /^\/adminApi\/(crud\/workbook|moduleStore\/upload)$/, open: false },
  // A picture of a page.
  { path: /^\/adminApi\/moduleStore\/picture$/, open: true },
]

/** The rules of a streaming call; undefined for every other path. */
export function streamPath(path: string): StreamPath | undefined {
  return STREAMS.find((one) => one.path.test(path))
}

const ORIGIN = 'http://yardstick.internal'

/**
 * Parses a URL as a call that a page may make by name. The first slash is optional.
 * @returns undefined for another site, for pages, for calls that handle tokens, and for streams, which are not read
 * whole
 */
export function contractPath(url: string): { path: string; query: URLSearchParams } | undefined {
  const given = /^[a-z][a-z\d+.-]*:|^[/\\]{2}/i.test(url) || url.startsWith('/') ? url : `/${url}`
  if (!URL.canParse(given, ORIGIN)) return undefined
  const { origin, pathname, searchParams } = new URL(given, ORIGIN)
  // An encoded character could decode to another path on the receiving server. No path of the contract has one.
  if (origin !== ORIGIN || pathname.includes('%')) return undefined
  if (!isContractPath(pathname) || pathname.startsWith('/auth') || streamPath(pathname)) return undefined
  return { path: pathname, query: searchParams }
}
