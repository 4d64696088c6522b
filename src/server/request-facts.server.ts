import { AsyncLocalStorage } from 'node:async_hooks'

/** Facts of the request under way that do not come from its headers. */
export type RequestFacts = {
  address: string
  requestId: string
  /** What inline scripts of this answer must carry. */
  nonce: string
  /** Fires when whoever sent the request goes away. */
  readonly signal?: AbortSignal
}

const storage = new AsyncLocalStorage<RequestFacts>()

export function withRequestFacts<T>(facts: RequestFacts, work: () => T): T {
  return storage.run(facts, work)
}

export function requestFacts(): RequestFacts {
  return storage.getStore() ?? { address: '', requestId: '', nonce: '' }
}
