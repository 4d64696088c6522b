import { useSyncExternalStore } from 'react'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { openJobs } from './open-jobs.ts'

/** Milliseconds without a connection before anybody is told: the stream ends now and then, and comes again. */
const PATIENCE = 4_000
/** Milliseconds until another try when the browser itself has given up. */
const AGAIN = 5_000
/** Milliseconds after which silence means that there are no jobs. */
const SILENCE = 800

type Feed = {
  /** Newest first. */
  jobs: readonly JobView[]
  /** All that there are have been told. */
  ready: boolean
  /** Nothing is heard from the server; jobs go on there. */
  lost: boolean
}

const nothing: Feed = { jobs: [], ready: false, lost: false }
let feed = nothing
let source: EventSource | undefined
let worry: ReturnType<typeof setTimeout> | undefined
let later: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** How one's background jobs stand; the stream is open while somebody looks. */
export function useJobs(): Feed {
  return useSyncExternalStore(
    subscribe,
    () => feed,
    () => nothing,
  )
}

/** One job; undefined until the server has told of it. */
export function useJob(id: number | undefined): JobView | undefined {
  return useJobs().jobs.find((job) => job.id === id)
}

export const isOver = ({ state }: Pick<JobView, 'state'>): boolean => state !== 'queued' && state !== 'running'

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  if (!source) open()
  return () => {
    listeners.delete(changed)
    // Whoever comes in the same moment finds the stream still open.
    if (listeners.size === 0) setTimeout(() => listeners.size === 0 && close())
  }
}

function tell(next: Partial<Feed>) {
  feed = { ...feed, ...next }
  for (const changed of listeners) changed()
}

function open() {
  const stream = new EventSource('/adminApi/job/events')
  source = stream
  stream.addEventListener('hello', () => {
    clearTimeout(worry)
    worry = undefined
    if (feed.lost) tell({ lost: false })
    later = setTimeout(() => !feed.ready && tell({ ready: true }), SILENCE)
  })
  stream.addEventListener('job', ({ data }) => {
    // Seam: the contract's own event.
    const job: JobView = JSON.parse(data)
    const others = feed.jobs.filter(({ id }) => id !== job.id)
    tell({ jobs: [...others, job].sort((one, other) => other.id - one.id), ready: true })
  })
  stream.addEventListener('gone', ({ data }) => {
    const { id }: { id: number } = JSON.parse(data)
    openJobs.delete(id)
    tell({ jobs: feed.jobs.filter((job) => job.id !== id) })
  })
  stream.onerror = () => {
    worry ??= setTimeout(() => tell({ lost: true }), PATIENCE)
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
