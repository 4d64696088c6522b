import { randomId } from '#src/lib/random-id.ts'

/**
 * The Idempotency-Key of one form. It stays the same until the server has definitely refused the write. A second click
 * or a retry after a lost connection then writes only once, whatever the result of the first attempt was.
 */
export class IdempotencyKey {
  #key = randomId()
  #lost: string | null = null

  get current(): string {
    return this.#key
  }

  /** Nothing was written under this key, so the next attempt gets a new one. */
  refused(): void {
    this.#renew()
  }

  /** The write is stored, and the form stays open for another one. */
  done(): void {
    this.#renew()
  }

  /** No response arrived, so `content` may be stored. */
  lost(content: string): void {
    this.#lost ??= content
  }

  #renew(): void {
    this.#key = randomId()
    this.#lost = null
  }

  /** Whether content other than `content` may already be stored under this key. */
  mayHold(content: string): boolean {
    return this.#lost !== null && this.#lost !== content
  }
}
