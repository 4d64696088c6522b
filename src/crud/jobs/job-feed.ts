import { useSyncExternalStore } from 'react'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { openJobs } from './open-jobs.ts'

/** Milliseconds without a connection before the user is informed. The stream ends now and then and reconnects. */
const PATIENCE = 4_000
/** Milliseconds until the next attempt when the browser itself has given up. */
const AGAIN = 5_000
/** Milliseconds after which every job has arrived. Without one until then, the user has none. */
const SILENCE = 800

type Feed = {
  /** Newest first. */
  jobs: readonly JobView[]
  /** The first job has arrived, or it is certain that there are no jobs. */
  ready: boolean
  /** Every job has arrived. */
  whole: boolean
  /** The connection to the server is lost. The jobs continue on the server. */
  lost: boolean
}

const nothing: Feed = { jobs: [], ready: false, whole: false, lost: false }
let feed = nothing
let source: EventSource | undefined
let worry: ReturnType<typeof setTimeout> | undefined
let later: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const hearers = new Set<(unread: number) => void>()

/** The current user's background jobs. The event stream is open while a component uses this hook. */
export function useJobs(): Feed {
  return useSyncExternalStore(
    subscribe,
    () => feed,
    () => nothing,
  )
}

/** One job; undefined until the server has sent it. */
export function useJob(id: number | undefined): JobView | undefined {
  return useJobs().jobs.find((job) => job.id === id)
}

/**
 * Calls `heard` with the number of unread notices, first when the stream opens and then whenever the notices change.
 * The stream is open until the returned function is called.
 */
export function hearNotices(heard: (unread: number) => void): () => void {
  hearers.add(heard)
  const leave = subscribe(() => undefined)
  return () => {
    hearers.delete(heard)
    leave()
  }
}

export const isOver = ({ state }: Pick<JobView, 'state'>): boolean => state !== 'queued' && state !== 'running'

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  if (!source) open()
  return () => {
    listeners.delete(changed)
    // A component that subscribes in the same moment still uses the open stream.
    if (listeners.size === 0) setTimeout(() => listeners.size === 0 && close())
  }
}

function update(next: Partial<Feed>) {
  feed = { ...feed, ...next }
  for (const changed of listeners) changed()
}

function open() {
  const stream = new EventSource('/adminApi/job/events')
  source = stream
  stream.addEventListener('hello', () => {
    clearTimeout(worry)
    worry = undefined
    if (feed.lost) update({ lost: false })
    later = setTimeout(() => !feed.whole && update({ ready: true, whole: true }), SILENCE)
  })
  stream.addEventListener('job', ({ data }) => {
    // Seam: the API contract defines this event.
    const job: JobView = JSON.parse(data)
    const others = feed.jobs.filter(({ id }) => id !== job.id)
    update({ jobs: [...others, job].sort((one, other) => other.id - one.id), ready: true })
  })
  stream.addEventListener('gone', ({ data }) => {
    const { id }: { id: number } = JSON.parse(data)
    openJobs.delete(id)
    update({ jobs: feed.jobs.filter((job) => job.id !== id) })
  })
  stream.addEventListener('notices', ({ data }) => {
    const { unread }: { unread: number } = JSON.parse(data)
    for (const heard of hearers) heard(unread)
  })
  stream.onerror = () => {
    worry ??= setTimeout(() => update({ lost: true }), PATIENCE)
    if (stream.readyState !== EventSource.CLOSED || source !== stream) return
    later = setTimeout(open, AGAIN)
  }
}

function close() {
  source?.close()
  source = undefined
  clearTimeout(worry)
  clearTimeout(later)
  worry = undefined
  feed = nothing
}
