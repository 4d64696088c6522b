import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Facts of the request under way that do not come from its headers. */
export type RequestFacts = {
  address: string
  /** What the browser calls itself. */
  userAgent: string
  requestId: string
  /** What inline scripts of this answer must carry. */
  nonce: string
  /** Hosts other than our own that this answer's page takes style sheets and fonts from. */
  readonly styleHosts?: Set<string>
  /** Hosts whose pages this answer's page may show in frames. */
  readonly frameHosts?: Set<string>
  /** Fires when whoever sent the request goes away. */
  readonly signal?: AbortSignal
}

const storage = new AsyncLocalStorage<RequestFacts>()

export function withRequestFacts<T>(facts: RequestFacts, work: () => T): T {
  return storage.run(facts, work)
}

export function requestFacts(): RequestFacts {
  return storage.getStore() ?? { address: '', userAgent: '', requestId: '', nonce: '' }
}

/** Lets the page of the request under way take a style sheet, and the fonts it names, from where it is. */
export function allowStyleSheet(url: string): void {
  if (URL.canParse(url)) requestFacts().styleHosts?.add(new URL(url).origin)
}

/** The id that a request came with, when it looks like one, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}
