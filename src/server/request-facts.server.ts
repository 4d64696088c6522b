import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { originOf } from '#src/lib/cdn.ts'
import { isLaterEpoch } from '#src/lib/permission-epoch.ts'
import type { Side } from '#src/lib/side.ts'
import { readTimeFormatFrom, type TimeFormat } from '#src/lib/time-format.ts'

/** Facts about the current request, for code that does not have the request itself. */
export type RequestFacts = {
  address: string
  /** The User-Agent header of the browser. */
  userAgent: string
  requestId: string
  /** How the user of the page wants times to be shown. */
  readonly timeFormat?: TimeFormat
  /** The nonce that inline scripts of this response must carry. */
  readonly nonce: string
  /** Other hosts from which this response's page loads style sheets and fonts. */
  readonly styleHosts?: Set<string>
  /** Other hosts from which this response's page shows pictures, sound and films. */
  readonly mediaHosts?: Set<string>
  /** Hosts whose pages this response's page may show in frames. */
  readonly frameHosts?: Set<string>
  /** The permission epoch of each side, as the API's answers to this request have named it. */
  readonly epochs?: Map<Side, string>
  /** The ways to give a fresh proof, when a call of this request needs one. */
  readonly stepUp?: Set<string>
  /** Fires when the client disconnects. */
  readonly signal?: AbortSignal
}

const storage = new AsyncLocalStorage<RequestFacts>()
readTimeFormatFrom(() => storage.getStore()?.timeFormat ?? 'seconds')

export function withRequestFacts<T>(facts: RequestFacts, work: () => T): T {
  return storage.run(facts, work)
}

export function requestFacts(): RequestFacts {
  return storage.getStore() ?? { address: '', userAgent: '', requestId: '', nonce: '' }
}

/** Allows the page of the current request to load a style sheet, and the fonts in it, from the URL's origin. */
export function allowStyleSheet(url: string): void {
  if (URL.canParse(url)) requestFacts().styleHosts?.add(new URL(url).origin)
}

/** Allows the page of the current request to show pictures, sound and films from the URL's origin. */
export function allowMedia(url: string): void {
  const origin = originOf(url)
  if (origin) requestFacts().mediaHosts?.add(origin)
}

/** Notes the permission epoch of an answer of the API. The earliest one counts, because it holds for all answers. */
export function noteEpoch(side: Side, epoch: string | null): void {
  const { epochs } = requestFacts()
  const known = epochs?.get(side)
  if (epoch !== null && (known === undefined || isLaterEpoch(known, epoch))) epochs?.set(side, epoch)
}

/** Notes that the request needs a fresh proof, in one of these ways. */
export function noteStepUp(ways: readonly string[]): void {
  for (const way of ways) requestFacts().stepUp?.add(way)
}

/** The request's own id when it is well-formed, otherwise a new id. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
