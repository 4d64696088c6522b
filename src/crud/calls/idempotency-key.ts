import { randomId } from '#src/lib/random-id.ts'

/**
 * The Idempotency-Key of one form. It stays the same until the server has said no for certain: a second click or a
 * repeat after a lost connection then writes once, whatever became of the first try.
 */
export class IdempotencyKey {
  #key = randomId()
  #lost: string | null = null

  get current(): string {
    return this.#key
  }

  /** Nothing was written under this key; the next try is a new one. */
  refused(): void {
    this.#key = randomId()
    this.#lost = null
  }

  /** No answer came: what was sent may be stored. */
  lost(content: string): void {
    this.#lost ??= content
  }

  /** Whether something else than `content` may already be stored under this key. */
  mayHold(content: string): boolean {
    return this.#lost !== null && this.#lost !== content
  }
}
