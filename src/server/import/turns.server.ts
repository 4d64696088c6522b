type Waiter = { owner: number; start(): void }

/** Lets a few work at once, and each person only at a few things. All others wait, in the order of their arrival. */
export class Turns {
  readonly #together: number
  readonly #each: number
  readonly #working = new Map<number, number>()
  readonly #waiting = new Set<Waiter>()

  /** @param together maximum at once @param each maximum at once of one person */
  constructor({ together, each }: { together: number; each: number }) {
    this.#together = together
    this.#each = each
  }

  /**
   * Waits for a turn.
   * @param signal ends the waiting; its reason is thrown
   * @returns ends the turn. Later calls have no effect
   */
  async take(owner: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiter)
        reject(signal?.reason)
      }
      const waiter = {
        owner,
        start() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal?.addEventListener('abort', leave)
      this.#waiting.add(waiter)
      this.#startNext()
    })
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#working.set(owner, this.#countOf(owner) - 1)
      if (this.#countOf(owner) === 0) this.#working.delete(owner)
      this.#startNext()
    }
  }

  #startNext(): void {
    for (const waiter of this.#waiting) {
      const all = [...this.#working.values()].reduce((sum, count) => sum + count, 0)
      if (all >= this.#together) return
      if (this.#countOf(waiter.owner) >= this.#each) continue
      this.#waiting.delete(waiter)
      this.#working.set(waiter.owner, this.#countOf(waiter.owner) + 1)
      waiter.start()
    }
  }

  #countOf(owner: number): number {
    return this.#working.get(owner) ?? 0
  }
}

/** The requests of this process that read files. Jobs have a limit of their own. */
export const readingTurns = new Turns({ together: 3, each: 1 })
