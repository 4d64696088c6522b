import type { RowReasons } from './file-task.ts'

/** Rows after which the thread says that it is still at work. */
const SIGN_OF_LIFE = 10_000

/** The reasons of a file's rows, in the order of the rows, in batches that are asked for when they are needed. */
export class ReasonRows {
  readonly #ask: () => Promise<readonly RowReasons[]>
  readonly #alive: () => void
  #passed = 0
  #batch: readonly RowReasons[] = []
  #at = 0
  #isOver = false

  /**
   * @param ask gives the next batch; none when there are no more
   * @param alive called now and then: between two refused rows there may be a million others
   */
  constructor(ask: () => Promise<readonly RowReasons[]>, alive: () => void) {
    this.#ask = ask
    this.#alive = alive
  }

  /** What is said of a row; undefined when nothing is. Rows are asked for in ascending order. */
  async of(row: number): Promise<RowReasons | undefined> {
    this.#passed += 1
    if (this.#passed % SIGN_OF_LIFE === 0) this.#alive()
    for (let next = await this.#next(); next && next.row <= row; next = await this.#next()) {
      this.#at += 1
      if (next.row === row) return next
    }
    return undefined
  }

  /** Whether all reasons were asked for. */
  async isOver(): Promise<boolean> {
    return (await this.#next()) === undefined
  }

  async #next(): Promise<RowReasons | undefined> {
    if (this.#at === this.#batch.length && !this.#isOver) {
      this.#batch = await this.#ask()
      this.#at = 0
      this.#isOver = this.#batch.length === 0
    }
    return this.#batch[this.#at]
  }
}
