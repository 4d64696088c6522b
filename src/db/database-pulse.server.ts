/** Milliseconds after which an old failure no longer counts: an idle process has nothing new to tell. */
const RECENT_MS = 30_000

/** Records whether the database answers the connections of this process. */
export class DatabasePulse {
  #failingSince: number | undefined
  #lastFailure = 0

  answered(): void {
    this.#failingSince = undefined
  }

  /** @param now milliseconds of a monotonic clock */
  failed(now = performance.now()): void {
    this.#failingSince ??= now
    this.#lastFailure = now
  }

  /** Milliseconds since which every attempt has failed. 0 when the last one succeeded, or when none is recent. */
  failingFor(now = performance.now()): number {
    if (this.#failingSince === undefined || now - this.#lastFailure > RECENT_MS) return 0
    return now - this.#failingSince
  }
}
