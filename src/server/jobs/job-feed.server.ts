import type { Db } from '#src/db/client.server.ts'
import type { Locale } from '#src/i18n/locale.server.ts'
import { type OpenStream, streamsThatGoOn } from '../access/streams.server.ts'
import { tooMany } from '../errors.server.ts'
import type { UnreadCount } from '../notices/notice-store.server.ts'
import { UnreadWatch } from '../notices/unread-watch.server.ts'
import type { JobKind } from './job-kind.server.ts'
import { listJobs } from './job-store.server.ts'
import type { JobView } from './job-view.server.ts'
import { ShownJobs } from './shown-jobs.server.ts'

/** Maximum jobs shown to a user. */
export const SHOWN = 30

/** Milliseconds between two queries while a job is open, and while none is. */
const BUSY = 400
const IDLE = 2_000
/** Maximum owners of one query. With more, they are served in turns, so that a query never reads more rows. */
const OWNERS = 200
/** Maximum streams of one person in a process, and the seconds to wait after a refusal. */
const STREAMS = 100
const AGAIN_SECONDS = 5

/** A browser that listens. `end` is called when its sign-in has ended, or would not be let in any more. */
type Listening = OpenStream & {
  locale: Locale
  /** Somebody who views as the owner. */
  viewing: boolean
  send(event: FeedEvent): void
  end(): void
}
type Listener = Listening & { sent: Map<number, string>; mark: string | undefined }
export type FeedEvent =
  | { event: 'job'; data: JobView }
  | { event: 'gone'; data: { id: number } }
  /** How many unread notices the user has now. */
  | { event: 'notices'; data: { unread: number } }

/**
 * Sends users the progress of their jobs, and how many unread notices they have. One query of each table serves all
 * listeners of this process. It works behind any connection pooler, whichever process runs the job. A new listener
 * first gets all jobs, so that it misses nothing.
 */
export class JobFeed {
  readonly #db: Db
  readonly #kinds: ReadonlyMap<string, JobKind>
  readonly #listeners = new Set<Listener>()
  readonly #unread: readonly [own: UnreadWatch, viewed: UnreadWatch]
  #shown: ShownJobs | undefined
  #timer: NodeJS.Timeout | undefined
  #looking = false
  /** The last owner that was served. */
  #last = 0
  #closing = new AbortController()

  constructor(db: Db, kinds: ReadonlyMap<string, JobKind>) {
    this.#db = db
    this.#kinds = kinds
    this.#unread = [new UnreadWatch(db, false), new UnreadWatch(db, true)]
  }

  /** Aborted when the process ends. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Refuses one stream more than a person's windows need. @throws AppError 429 */
  assertRoom(owner: number): void {
    let streams = 0
    for (const listener of this.#listeners) if (listener.owner === owner) streams += 1
    if (streams >= STREAMS) throw tooMany(AGAIN_SECONDS)
  }

  /** Adds a listener. Returns a function that removes it. */
  listen(listening: Listening): () => void {
    const listener = { ...listening, sent: new Map<number, string>(), mark: undefined }
    this.#listeners.add(listener)
    this.hurry()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) clearTimeout(this.#timer)
    }
  }

  /** Queries the table now. */
  hurry(): void {
    if (this.#listeners.size > 0 && !this.#looking) this.#plan(0)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#closing.abort()
  }

  #plan(delay: number): void {
    clearTimeout(this.#timer)
    if (this.#listeners.size > 0 && !this.#closing.signal.aborted) {
      this.#timer = setTimeout(() => void this.#look(), delay).unref()
    }
  }

  async #look(): Promise<void> {
    this.#looking = true
    let busy = false
    try {
      await this.#endBarred()
      if (this.#listeners.size === 0) return
      const owners = [...new Set([...this.#listeners].map((listener) => listener.owner))]
      const served = ownersInTurn(owners, this.#last)
      this.#last = [...served].at(-1) ?? 0
      const rows = await listJobs(this.#db, [...served], SHOWN)
      busy = rows.some((row) => row.state === 'queued' || row.state === 'running')
      const [own, viewed] = await this.#lookUnread(served)
      const shown = new ShownJobs(this.#kinds, rows, this.#shown)
      this.#shown = shown
      for (const listener of this.#listeners) {
        if (!served.has(listener.owner)) continue
        tellUnread(listener, (listener.viewing ? viewed : own).get(listener.owner))
        serve(listener, shown)
      }
    } catch {
      // The database is unreachable. The next query finds what has changed.
    } finally {
      this.#looking = false
      this.#plan(busy ? BUSY : IDLE)
    }
  }

  /** The unread notices of these owners, for themselves and for those who view as them. */
  #lookUnread(served: ReadonlySet<number>) {
    const [own, viewed] = this.#unread
    const look = (watch: UnreadWatch, viewing: boolean) => {
      const owners = new Set<number>()
      for (const listener of this.#listeners) if (listener.viewing === viewing) owners.add(listener.owner)
      watch.keep(owners)
      return watch.look(new Set([...owners].filter((owner) => served.has(owner))))
    }
    return Promise.all([look(own, false), look(viewed, true)])
  }

  /** Ends the streams of sign-ins that have ended, or that no request would be answered for now. */
  async #endBarred(): Promise<void> {
    const asked = [...this.#listeners]
    const going = await streamsThatGoOn(this.#db, asked)
    for (const listener of asked) {
      if (going.has(listener)) continue
      this.#listeners.delete(listener)
      listener.end()
    }
  }
}

function tellUnread(listener: Listener, count: UnreadCount | undefined): void {
  if (!count || listener.mark === count.mark) return
  listener.mark = count.mark
  listener.send({ event: 'notices', data: { unread: count.unread } })
}

function serve({ owner, locale, sent, send }: Listener, shown: ShownJobs): void {
  const mine = shown.of(owner).slice(0, SHOWN)
  // The oldest job is sent first, so that the newest ends up on top.
  for (const row of mine.toReversed()) {
    const { view, text } = shown.show(row, locale)
    if (sent.get(row.id) === text) continue
    sent.set(row.id, text)
    send({ event: 'job', data: view })
  }
  const there = new Set(mine.map((row) => row.id))
  for (const id of sent.keys()) {
    if (there.has(id)) continue
    sent.delete(id)
    send({ event: 'gone', data: { id } })
  }
}

/** The owners that the next query serves: all, or the next ones after the last that was served. */
export function ownersInTurn(owners: readonly number[], last: number, most = OWNERS): ReadonlySet<number> {
  if (owners.length <= most) return new Set(owners)
  const sorted = owners.toSorted((one, other) => one - other)
  const behind = sorted.filter((owner) => owner > last)
  return new Set([...behind, ...sorted].slice(0, most))
}
