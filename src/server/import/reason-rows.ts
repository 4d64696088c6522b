import type { RowReasons } from './file-task.ts'

/** The reasons of a file's rows, in the order of the rows, in batches that are asked for when they are needed. */
export class ReasonRows {
  readonly #ask: () => Promise<readonly RowReasons[]>
  #batch: readonly RowReasons[] = []
  #at = 0
  #isOver = false

  /** @param ask gives the next batch; none when there are no more */
  constructor(ask: () => Promise<readonly RowReasons[]>) {
    this.#ask = ask
  }

  /** What is said of a row; undefined when nothing is. Rows are asked for in ascending order. */
  async of(row: number): Promise<RowReasons | undefined> {
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
