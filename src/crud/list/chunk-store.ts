import type { ListPage, ListParams } from '../calls/crud-client.ts'
import { MAX_OFFSET } from './page-numbers.ts'

/** Rows per call: the maximum that the API returns at once. */
export const CHUNK = 200
/** The number of chunks that one call can skip. */
const HOP = MAX_OFFSET / CHUNK
/** The last chunk that a page number can reach. */
const FIRST = Math.floor(MAX_OFFSET / CHUNK)
/** The number of chunks whose rows are kept. Of the other chunks only the cursors are kept. */
const KEPT = 60

type Fetch<TRow> = (query: ListParams, signal: AbortSignal) => Promise<ListPage<TRow>>

/**
 * The rows of a very long list, loaded in chunks around the scroll position. Near the beginning, a chunk is a numbered
 * page. Beyond that, each chunk returns the cursor of the next one. A distant chunk is reached from the nearest known
 * cursor. Each hop is at most as long as one call can skip.
 */
export class ChunkStore<TRow extends { id: number }> {
  readonly #fetch: Fetch<TRow>
  readonly #base: ListParams
  readonly #changed: () => void
  readonly #chunks = new Map<number, TRow[]>()
  readonly #index = new Map<number, number>()
  /** The cursor at which a chunk begins. The chunk before it returns this cursor. */
  readonly #cursors = new Map<number, string>()
  readonly #running = new Map<number, AbortController>()
  #walk: AbortController | undefined
  /** The chunk that the walk must reach. */
  #target: number | undefined
  #wanted: [from: number, to: number] = [0, 0]
  #labels: ListPage<TRow>['labels'] = {}
  total: number
  error: Error | null = null

  constructor(fetch: Fetch<TRow>, base: ListParams, total: number, changed: () => void) {
    this.#fetch = fetch
    this.#base = base
    this.total = total
    this.#changed = changed
  }

  get labels(): ListPage<TRow>['labels'] {
    return this.#labels
  }

  get busy(): boolean {
    return this.#running.size > 0 || this.#walk !== undefined
  }

  rowAt(index: number): TRow | undefined {
    return this.#chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK]
  }

  indexOf(id: number): number {
    return this.#index.get(id) ?? -1
  }

  /** The loaded rows of the chunks that contain these indexes, in their order. */
  near(from: number, to: number): TRow[] {
    const rows: TRow[] = []
    for (let chunk = Math.floor(from / CHUNK); chunk <= Math.floor(to / CHUNK); chunk++) {
      rows.push(...(this.#chunks.get(chunk) ?? []))
    }
    return rows
  }

  /** Loads the rows at these indexes. Calls for chunks that are far away are aborted. */
  want(from: number, to: number): void {
    const first = Math.max(0, Math.floor(from / CHUNK))
    const last = Math.min(this.#last, Math.floor(to / CHUNK))
    for (const [chunk, running] of this.#running) if (chunk < first - 1 || chunk > last + 1) running.abort()
    this.#wanted = [from, to]
    let far: number | undefined
    for (let chunk = first; chunk <= last; chunk++) {
      if (this.#chunks.has(chunk) || this.#running.has(chunk)) continue
      if (this.#queryOf(chunk)) void this.#load(chunk)
      else far ??= chunk
    }
    if (far === this.#target) return
    this.#walk?.abort()
    this.#target = far
    if (far !== undefined) void this.#walkTo(far)
  }

  /** Whether the chunk of the first or of the last index is loaded. */
  has(from: number, to: number): boolean {
    return this.#chunks.has(Math.floor(from / CHUNK)) || this.#chunks.has(Math.floor(to / CHUNK))
  }

  close(): void {
    this.#walk?.abort()
    for (const running of this.#running.values()) running.abort()
  }

  get #last(): number {
    return Math.max(0, Math.ceil(this.total / CHUNK) - 1)
  }

  #queryOf(chunk: number): ListParams | undefined {
    const limit = this.total - chunk * CHUNK
    if (chunk * CHUNK <= MAX_OFFSET) return { page: String(chunk + 1), limit: String(CHUNK) }
    if (chunk === this.#last) return { cursor: 'last', limit: String(limit) }
    const cursor = this.#cursors.get(chunk)
    if (cursor !== undefined) return { cursor, limit: String(CHUNK) }
    // Use the nearest cursor before the chunk from which one call can skip the rest.
    for (let near = chunk - 1; near >= chunk - HOP; near--) {
      const known = this.#cursors.get(near)
      if (known !== undefined) return { cursor: known, limit: String(CHUNK), skip: String((chunk - near) * CHUNK) }
    }
    return undefined
  }

  async #load(chunk: number): Promise<void> {
    const controller = new AbortController()
    this.#running.set(chunk, controller)
    await this.#read(chunk, controller.signal)
    this.#running.delete(chunk)
    this.#changed()
  }

  /** Loads a chunk. Returns whether it is loaded now. */
  async #read(chunk: number, signal: AbortSignal): Promise<boolean> {
    const query = this.#queryOf(chunk)
    if (!query) return false
    try {
      this.#keep(chunk, await this.#fetch({ ...this.#base, ...query }, signal))
      this.error = null
      return true
    } catch (error) {
      if (!signal.aborted) this.error = error instanceof Error ? error : new Error(String(error))
      return false
    }
  }

  #keep(chunk: number, { list, labels, cursors }: ListPage<TRow>): void {
    this.#chunks.delete(chunk)
    this.#chunks.set(chunk, list)
    for (const [at, row] of list.entries()) this.#index.set(row.id, chunk * CHUNK + at)
    if (cursors?.next) this.#cursors.set(chunk + 1, cursors.next)
    this.#learn(labels)
    for (const [oldest, rows] of this.#chunks) {
      if (this.#chunks.size <= KEPT) break
      this.#chunks.delete(oldest)
      for (const row of rows) this.#index.delete(row.id)
    }
  }

  /** Adds new labels. Without new ones the object stays the same, so that the rows do not render again. */
  #learn(labels: ListPage<TRow>['labels']): void {
    for (const [field, names] of Object.entries(labels)) {
      const known = this.#labels[field] ?? {}
      if (Object.entries(names).some(([value, name]) => known[value] !== name))
        this.#labels = { ...this.#labels, [field]: { ...known, ...names } }
    }
  }

  /** Moves in hops to a chunk that one single call cannot reach yet. */
  async #walkTo(target: number): Promise<void> {
    const walk = new AbortController()
    this.#walk = walk
    const before = [...this.#cursors.keys()].filter((chunk) => chunk <= target)
    let at = before.length > 0 ? Math.max(...before) : FIRST + 1
    let on = before.length > 0 || (await this.#read(FIRST, walk.signal))
    for (; on && target - at > HOP; at += HOP) on = await this.#read(at + HOP - 1, walk.signal)
    if (walk.signal.aborted) return
    this.#walk = undefined
    this.#target = undefined
    if (on) this.want(...this.#wanted)
    this.#changed()
  }
}
