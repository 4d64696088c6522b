import { type Failure, failureOf } from '#src/crud/calls/failure.ts'
import { IdempotencyKey } from '#src/crud/calls/idempotency-key.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { line } from '#src/lib/line.ts'
import {
  cellKey,
  type DeskCell,
  type DeskLine,
  type DeskRules,
  deskRules,
  deskText,
  type StoredCell,
} from './desk-cells.ts'
import { DeskPast, type FormerMark } from './desk-past.ts'
import type { CellsToWrite, ClassPapers, WrittenCells } from './exam-data.queries.ts'

/** Cells of one call. */
const BATCH = 200

type Sent = { key: string; candidateId: number; subjectId: number; value: string; was: StoredCell | null }
type Send = (cells: CellsToWrite, idempotencyKey: string) => Promise<{ data: { cells: WrittenCells } }>

export type DeskCounts = { missing: number; unsaved: number; refused: number; conflicts: number }
export type DeskNotice = { kind: 'signedOut' } | { kind: 'lost' | 'refused'; text: string } | null

const empty: DeskCell = { stored: null }

/**
 * The cells of a class while somebody enters marks. What is typed stays here until the server has stored it: cells are
 * sent in the background, one call at a time; a lost call is repeated as it was; what is refused stays as typed.
 */
export class DeskStore {
  readonly #cells = new Map<string, DeskCell>()
  readonly #listeners = new Set<() => void>()
  readonly #send: Send
  readonly #key = new IdempotencyKey()
  #papers: ClassPapers
  #rules: DeskRules
  /** What was sent and has no answer yet. It is repeated as it was, because it may be stored. */
  #sent: Sent[] = []
  #running = false
  #counts: DeskCounts = { missing: 0, unsaved: 0, refused: 0, conflicts: 0 }
  /** By cell, what a waiting correction wants. */
  #corrections: ReadonlyMap<string, string> = new Map()
  /** The cells that have or await a paper. */
  #expected: ReadonlySet<string> = new Set()
  readonly #waiting = new Set<string>()
  /** By cell, when the server has said that it was stored. */
  readonly #saved = new Map<string, number>()
  /** Many cells change together: listeners are told once, at the end. */
  #together = 0
  readonly #past = new DeskPast()
  #notice: DeskNotice = null
  #back: (() => void) | undefined

  constructor(papers: ClassPapers, send: Send) {
    this.#papers = papers
    this.#rules = deskRules(papers)
    this.#send = send
    this.load(papers)
  }

  subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  /** The candidates and subjects of the class. */
  papers = (): ClassPapers => this.#papers
  notice = (): DeskNotice => this.#notice
  cell = (candidateId: number, subjectId: number): DeskCell => this.#cells.get(cellKey(candidateId, subjectId)) ?? empty
  /** The mark that a waiting correction of the cell wants. */
  wanted = (candidateId: number, subjectId: number) => this.#corrections.get(cellKey(candidateId, subjectId))
  sits = (candidate: DeskLine, subjectId: number): boolean => this.#rules.sits(candidate, subjectId)

  /**
   * Takes what the server has now. Cells that the user has typed in stay, and so do those that were stored since the
   * server was asked: the answer may be older.
   * @param asked when the server was asked, in milliseconds
   */
  load(papers: ClassPapers, asked: number = Number.POSITIVE_INFINITY): void {
    this.#papers = papers
    this.#rules = deskRules(papers)
    const expected = new Set<string>()
    for (const candidate of papers.candidates) {
      papers.subjects.forEach((subject, at) => {
        const key = cellKey(candidate.id, subject.id)
        const old = this.#cells.get(key)
        const isOlder = (this.#saved.get(key) ?? Number.NEGATIVE_INFINITY) >= asked
        if (old?.typed === undefined && !isOlder) this.#cells.set(key, { stored: candidate.papers[at] ?? null })
        if (this.#rules.sits(candidate, subject.id)) expected.add(key)
      })
    }
    this.#expected = expected
    this.#corrections = new Map(
      papers.candidates.flatMap(({ id, waiting }) =>
        waiting.map(({ subjectId, wanted }) => [cellKey(id, subjectId), wanted] as const),
      ),
    )
    this.#counts = { missing: 0, unsaved: 0, refused: 0, conflicts: 0 }
    for (const [key, cell] of this.#cells) this.#add(key, cell, 1)
    this.#changed()
  }

  counts = (): DeskCounts => this.#counts

  /** Changes many cells, and tells it once. */
  together(change: () => void): void {
    this.#together++
    try {
      this.#past.asOne(change)
    } finally {
      this.#together--
      this.#changed()
    }
  }

  /** Whether something would be lost. */
  isDirty = (): boolean => [...this.#cells.values()].some(({ typed }) => typed !== undefined)

  /** Forgets what is not stored. */
  drop = (): void => {
    this.together(() => {
      for (const [key, { stored }] of this.#cells) this.#set(key, { stored })
    })
    this.#sent = []
    this.#notice = null
    this.#past.clear()
    this.#back?.()
  }

  /** The user types. What can never become right is said at once. */
  type(candidate: DeskLine, subjectId: number, text: string): void {
    const old = this.cell(candidate.id, subjectId)
    this.#past.begin(candidate.id, subjectId, deskText(old))
    const checked = this.#rules.check(candidate, subjectId, text)
    const begun = /^\d+[.。．]?\d*$/.test(text) && 'message' in checked && this.#mayBecome(candidate, subjectId, text)
    const wrong = 'message' in checked && !begun ? { state: 'refused' as const, message: checked.message } : undefined
    this.#set(cellKey(candidate.id, subjectId), {
      stored: old.stored,
      typed: text,
      ...(wrong ?? { state: 'editing' }),
      ...(old.theirs === undefined ? {} : { theirs: old.theirs }),
    })
  }

  /** A number that is only off the step may get more digits. */
  #mayBecome(candidate: DeskLine, subjectId: number, text: string): boolean {
    const whole = this.#rules.check(candidate, subjectId, text.replace(/[.。．]\d*$/, ''))
    return !('message' in whole)
  }

  /** The user leaves a cell: what is right is sent. @returns whether it is right */
  commit(candidate: DeskLine, subjectId: number): boolean {
    const key = cellKey(candidate.id, subjectId)
    const cell = this.cell(candidate.id, subjectId)
    if (cell.typed === undefined || cell.state === 'sending' || cell.state === 'waiting') return true
    if (cell.state === 'conflict') return false
    const checked = this.#rules.check(candidate, subjectId, cell.typed)
    if ('message' in checked) {
      this.#set(key, { stored: cell.stored, typed: cell.typed, state: 'refused', message: checked.message })
      return false
    }
    if (checked.value === (cell.stored?.value ?? '') && !this.#isSent(key)) this.#set(key, { stored: cell.stored })
    else this.#set(key, { stored: cell.stored, typed: checked.value, state: 'waiting' })
    this.#past.keep(candidate, subjectId, checked.value)
    void this.flush()
    return true
  }

  /** Types and leaves at once. */
  put(candidate: DeskLine, subjectId: number, text: string): boolean {
    this.type(candidate, subjectId, text)
    return this.commit(candidate, subjectId)
  }

  /** The user leaves a cell without a change, or takes back what was typed. */
  revert(candidateId: number, subjectId: number): void {
    const { stored, theirs } = this.cell(candidateId, subjectId)
    this.#past.giveUp(candidateId, subjectId)
    this.#set(cellKey(candidateId, subjectId), { stored: theirs === undefined ? stored : theirs })
  }

  /** Whether a cell is being typed in, or has what is no mark. */
  isOpen(candidateId: number, subjectId: number): boolean {
    const { typed, state } = this.cell(candidateId, subjectId)
    return typed !== undefined && (state === 'editing' || state === 'refused')
  }

  /** Takes back the last change: its cells say again what they said before. @returns the first of them */
  takeBack(): FormerMark | undefined {
    let step: FormerMark[] = []
    this.together(() => {
      step = this.#past.takeBack(({ candidate, subjectId, text }) => this.put(candidate, subjectId, text))
    })
    return step[0]
  }

  /** Decides a conflict: the own value is written over the other one, or given up. */
  decide(candidate: DeskLine, subjectId: number, mine: boolean): void {
    const { theirs = null, typed } = this.cell(candidate.id, subjectId)
    this.#set(
      cellKey(candidate.id, subjectId),
      mine && typed !== undefined ? { stored: theirs, typed } : { stored: theirs },
    )
    this.commit(candidate, subjectId)
  }

  /** Sends what waits, one call after the other. */
  flush = async (): Promise<void> => {
    if (this.#running) return
    this.#running = true
    try {
      for (;;) {
        if (this.#sent.length === 0) this.#sent = this.#next()
        if (this.#sent.length === 0 || !(await this.#sendOnce())) return
      }
    } finally {
      this.#running = false
      this.#changed()
    }
  }

  #isSent = (key: string): boolean => this.#sent.some((one) => one.key === key)

  #next(): Sent[] {
    const keys = [...this.#waiting].slice(0, BATCH)
    const list: Sent[] = []
    this.together(() => {
      for (const key of keys) {
        const { stored, typed = '' } = this.#cells.get(key) ?? empty
        const [candidateId = 0, subjectId = 0] = key.split(':').map(Number)
        list.push({ key, candidateId, subjectId, value: typed, was: stored })
        this.#set(key, { stored, typed, state: 'sending' })
      }
    })
    return list
  }

  /** @returns whether the call was answered */
  async #sendOnce(): Promise<boolean> {
    const batch = this.#sent
    try {
      const cells = batch.map(({ key: _, ...cell }) => cell)
      const { data } = await this.#send(cells, this.#key.current)
      this.#key.done()
      this.#notice = null
      if (this.#sent !== batch) return true
      this.#sent = []
      this.together(() => {
        data.cells.forEach((answer, at) => {
          const asked = batch[at]
          if (asked) this.#take(asked, answer)
        })
      })
      return true
    } catch (error) {
      return this.#fail(failureOf(error), batch)
    }
  }

  #take({ key, value }: Sent, { outcome, now, message }: WrittenCells[number]): void {
    const { typed, state } = this.#cells.get(key) ?? empty
    const newer = typed !== undefined && typed !== value
    if (outcome === 'saved') {
      this.#saved.set(key, Date.now())
      // Whoever has typed on meanwhile has seen what is stored now.
      this.#set(
        key,
        newer ? { stored: now, typed, state: state === 'sending' ? 'waiting' : (state ?? 'editing') } : { stored: now },
      )
      return
    }
    const stored = this.#cells.get(key)?.stored ?? null
    const own = typed ?? value
    if (outcome === 'conflict') this.#set(key, { stored, typed: own, state: 'conflict', theirs: now })
    else this.#set(key, { stored, typed: own, state: 'refused', message })
  }

  #fail(failure: Failure, batch: Sent[]): false {
    if (failure.kind === 'refused' || failure.kind === 'stale') {
      const text = failure.kind === 'refused' ? failure.message : ''
      this.#key.refused()
      this.#sent = []
      this.#notice = { kind: 'refused', text }
      this.together(() => {
        for (const { key, value } of batch) {
          const { stored, typed = value } = this.#cells.get(key) ?? empty
          this.#set(key, { stored, typed, state: 'refused', message: text })
        }
      })
      return false
    }
    if (failure.kind === 'signedOut') this.#notice = { kind: 'signedOut' }
    // The desk sends again by itself: it does not ask for it, as forms do.
    else this.#notice = { kind: 'lost', text: failure.kind === 'unsent' ? m.examData_noLine() : failure.message }
    this.#waitForLine()
    return false
  }

  /** The batch is repeated when the server can be reached again. */
  #waitForLine(): void {
    if (this.#back || line.isUp()) return
    const end = line.onBack(() => {
      this.#back?.()
      void this.flush()
    })
    this.#back = () => {
      end()
      this.#back = undefined
    }
  }

  /** Adds a cell to what is counted, or takes it out (-1). */
  #add(key: string, cell: DeskCell, sign: 1 | -1): void {
    const kind = cell.state === 'refused' ? 'refused' : cell.state === 'conflict' ? 'conflicts' : 'unsaved'
    if (cell.typed !== undefined) this.#counts = { ...this.#counts, [kind]: this.#counts[kind] + sign }
    if (deskText(cell) === '' && this.#expected.has(key))
      this.#counts = { ...this.#counts, missing: this.#counts.missing + sign }
  }

  #set(key: string, cell: DeskCell): void {
    const old = this.#cells.get(key)
    if (old) this.#add(key, old, -1)
    this.#add(key, cell, 1)
    this.#cells.set(key, cell)
    if (cell.state === 'waiting') this.#waiting.add(key)
    else this.#waiting.delete(key)
    this.#changed()
  }

  #changed(): void {
    if (this.#together > 0) return
    for (const listener of this.#listeners) listener()
  }
}
