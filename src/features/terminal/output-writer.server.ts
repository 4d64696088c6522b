import type { Readable } from 'node:stream'
import type { Db } from '#src/db/client.server.ts'
import { OutputLines } from './output-lines.server.ts'
import { runChanged } from './run-signal.server.ts'
import { addOutput } from './run-store.server.ts'

/** Milliseconds for which lines are gathered before they are written. */
const GATHER_MS = 100
/** Lines of one row. */
const MOST_IN_ROW = 500
/** Lines that wait for the database. With more, the program waits too. */
const MOST_WAITING = 20_000

/** The most lines and characters of a run. A program that writes more is ended. */
export const MOST_LINES = 200_000
const MOST_CHARACTERS = 20_000_000

type Options = {
  db: Db
  runId: number
  hide: (line: string) => string
  /** Called once, when there is more output than is kept, or when the run is no longer this process's. */
  stop(reason: 'output' | 'lost'): void
}

/** Writes the output of a run while it comes. */
export class OutputWriter {
  readonly #options: Options
  readonly #streams: Readable[] = []
  #waiting: string[] = []
  #lines = 0
  #characters = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes the output of a stream until it ends. */
  follow(stream: Readable): void {
    const lines = new OutputLines(this.#options.hide)
    this.#streams.push(stream)
    stream.on('data', (chunk: Buffer) => this.add(lines.take(chunk)))
    stream.once('end', () => this.add(lines.end()))
  }

  /** Adds lines. */
  add(lines: readonly string[]): void {
    for (const line of lines) {
      if (this.#stopped) return
      this.#characters += line.length
      this.#waiting.push(line)
      if (this.#lines + this.#waiting.length >= MOST_LINES || this.#characters >= MOST_CHARACTERS) this.#stop('output')
    }
    if (this.#waiting.length > MOST_WAITING) for (const stream of this.#streams) stream.pause()
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.#write(), GATHER_MS)
  }

  /** Adds a last line, whatever the limits say, and writes what has not been written yet. */
  async end(...last: string[]): Promise<void> {
    clearTimeout(this.#timer)
    this.#waiting.push(...last)
    await this.#write()
  }

  #write(): Promise<void> {
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeWaiting())
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    const { db, runId } = this.#options
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.slice(0, MOST_IN_ROW)
      // Without the database, the lines wait, and so does the program.
      const going = await addOutput(db, runId, this.#lines, lines).catch(() => undefined)
      if (going === undefined) {
        this.#timer ??= setTimeout(() => void this.#write(), 10 * GATHER_MS)
        return
      }
      this.#waiting.splice(0, lines.length)
      this.#lines += lines.length
      runChanged(runId)
      if (!going) {
        this.#waiting = []
        this.#stop('lost')
      }
    }
    for (const stream of this.#streams) stream.resume()
  }

  #stop(reason: 'output' | 'lost'): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#options.stop(reason)
  }
}
