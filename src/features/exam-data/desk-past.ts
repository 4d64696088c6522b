import { cellKey, type DeskLine } from './desk-cells.ts'

/** What a cell said before the user changed it. */
export type FormerMark = { candidate: DeskLine; subjectId: number; text: string }

/** What the user has changed in a class, so that it can be taken back: the last change first. */
export class DeskPast {
  readonly #steps: FormerMark[][] = []
  /** By cell where the user is typing: what it said before. */
  readonly #begun = new Map<string, string>()
  /** The cells of one step, while they change together. */
  #step: FormerMark[] | undefined
  #paused = false

  /** The user begins to type in a cell. */
  begin(candidateId: number, subjectId: number, text: string): void {
    const key = cellKey(candidateId, subjectId)
    if (!this.#begun.has(key)) this.#begun.set(key, text)
  }

  /** The user gives up what was typed. */
  giveUp(candidateId: number, subjectId: number): void {
    this.#begun.delete(cellKey(candidateId, subjectId))
  }

  /** The user has left a cell with this text. */
  keep(candidate: DeskLine, subjectId: number, now: string): void {
    const key = cellKey(candidate.id, subjectId)
    const text = this.#begun.get(key)
    this.#begun.delete(key)
    if (text === undefined || text === now || this.#paused) return
    const former = { candidate, subjectId, text }
    if (this.#step) this.#step.push(former)
    else this.#steps.push([former])
  }

  /** What changes in here is one step. */
  asOne(change: () => void): void {
    const outer = this.#step
    const step = outer ?? []
    this.#step = step
    try {
      change()
    } finally {
      this.#step = outer
      if (!outer && step.length > 0) this.#steps.push(step)
    }
  }

  /** Puts back what the cells of the last step said. @returns them, the first one first */
  takeBack(put: (former: FormerMark) => void): FormerMark[] {
    const step = this.#steps.pop() ?? []
    this.#paused = true
    try {
      for (const former of step.toReversed()) put(former)
    } finally {
      this.#paused = false
    }
    return step
  }

  clear(): void {
    this.#steps.length = 0
    this.#begun.clear()
  }
}
