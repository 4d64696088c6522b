import { markers } from '../stream-markers.ts'

/** Milliseconds. */
export type StreamTimes = {
  /** So long a lost line may stay lost. */
  patience: number
  /** Before each new attempt when the browser itself has given up. The last one repeats. */
  pauses: readonly number[]
  /** A line without any event for so long is dead, though no error says so. The server sends one every 20 seconds. */
  silence: number
  /** Messages that arrive in this time are handed on together. */
  batch: number
}

const usual: StreamTimes = { patience: 10_000, pauses: [250, 500, 1_000, 2_000], silence: 50_000, batch: 50 }

export type StreamListener = {
  /** Messages in their order: markers, and lines of output. */
  batch(messages: readonly string[]): void
  /** The process that ran the command has ended, and nobody knows how the command ended. */
  lost(): void
  /** The line was lost, and did not come back in time. */
  failed(): void
}

const spelled: ReadonlySet<string> = new Set(Object.values(markers))

/**
 * Listens to the event stream of a task, and resumes it after the last message when the line is lost.
 * @param url with a query
 * @returns ends it
 */
export function followTask(url: string, listener: StreamListener, times: StreamTimes = usual): () => void {
  const { patience, pauses, silence, batch } = times
  let source: EventSource | undefined
  let last = 0
  let tries = 0
  let heardAt = 0
  let waiting: string[] = []
  let waitingSince = 0
  let handOn: ReturnType<typeof setTimeout> | undefined
  let giveUp: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(handOn)
    const messages = waiting
    waiting = []
    if (messages.length > 0) listener.batch(messages)
  }
  const take = (message: string) => {
    if (waiting.length === 0) {
      waitingSince = performance.now()
      handOn = setTimeout(flush, batch)
    }
    waiting.push(message)
    // Timers are late in a hidden window.
    if (spelled.has(message) || performance.now() - waitingSince >= batch) flush()
  }
  const alive = () => {
    heardAt = performance.now()
    tries = 0
    clearTimeout(giveUp)
    giveUp = undefined
  }
  const dropped = () => {
    giveUp ??= setTimeout(() => {
      flush()
      close()
      listener.failed()
    }, patience)
  }
  const open = () => {
    source?.close()
    heardAt = performance.now()
    const stream = new EventSource(last > 0 ? `${url}&lastEventId=${last}` : url)
    source = stream
    stream.onopen = alive
    stream.addEventListener('quiet', alive)
    stream.onmessage = ({ data, lastEventId }) => {
      alive()
      if (Number(lastEventId) <= last) return
      last = Number(lastEventId)
      // Seam: the API contract defines this message.
      const message: { data: string } = JSON.parse(data)
      take(message.data)
    }
    stream.addEventListener('lost', () => {
      flush()
      close()
      listener.lost()
    })
    stream.onerror = () => {
      if (source !== stream) return
      dropped()
      // Otherwise the browser tries again by itself.
      if (stream.readyState !== EventSource.CLOSED) return
      again = setTimeout(open, pauses[Math.min(tries++, pauses.length - 1)])
    }
  }
  const watch = setInterval(() => {
    if (giveUp !== undefined || performance.now() - heardAt < silence) return
    dropped()
    open()
  }, silence / 2)
  const close = () => {
    source?.close()
    source = undefined
    for (const timer of [handOn, giveUp, again]) clearTimeout(timer)
    clearInterval(watch)
    waiting = []
  }

  open()
  return close
}
