import { createHash } from 'node:crypto'

/**
 * The maximum number of texts that are remembered. A longer list of prepared statements would cost the server memory.
 */
export const MOST_NAMES = 400

/** The names of statements that are used again. The least recently used text is forgotten first. */
export class StatementNames {
  /** A text that was used once has no name yet: most statements of a start are never used again. */
  readonly #names = new Map<string, string | undefined>()
  #generation = 0

  /** The statement's name. Undefined at its first use, and for what cannot be prepared. */
  nameOf(text: string): string | undefined {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined
    const seen = this.#names.has(text)
    const name = this.#names.get(text) ?? (seen ? this.#make(text) : undefined)
    this.#names.delete(text)
    this.#names.set(text, name)
    if (this.#names.size > MOST_NAMES) {
      for (const oldest of this.#names.keys()) {
        this.#names.delete(oldest)
        break
      }
    }
    return name
  }

  /** Gives every text another name: the tables have changed, and the server refuses what it has prepared for them. */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }

  #make(text: string): string {
    return createHash('sha1').update(`${this.#generation} ${text}`).digest('base64url')
  }
}
