/** Pieces that are produced before they are read. A piece has about 64 kB. */
const AHEAD = 4

/** Milliseconds in which a reader must take the next piece. */
const QUIET_MS = 60_000

/**
 * A file that is produced while it is read. It ends with an error when nobody reads on for a minute.
 * @param make produces the pieces; its signal is aborted when the client stops reading
 * @param over called when the stream has ended for any reason
 */
export function exportStream(
  make: (gone: AbortSignal) => AsyncGenerator<Uint8Array>,
  over: () => void,
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const pieces = make(gone.signal)
  let timer: NodeJS.Timeout | undefined
  const stop = async () => {
    clearTimeout(timer)
    gone.abort()
    // A generator that is cancelled ends with an error. No caller needs it any more.
    await pieces.return(undefined).catch(() => undefined)
    over()
  }
  const waitForReader = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    timer = setTimeout(() => {
      controller.error(new Error('nobody reads the export'))
      void stop()
    }, QUIET_MS)
    timer.unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // The time of the database does not count, only the time of the reader.
        clearTimeout(timer)
        try {
          const { done, value } = await pieces.next()
          if (gone.signal.aborted) return
          if (!done) {
            controller.enqueue(value)
            return waitForReader(controller)
          }
          controller.close()
          over()
        } catch (error) {
          if (gone.signal.aborted) return
          over()
          throw error
        }
      },
      cancel: stop,
    },
    { highWaterMark: AHEAD },
  )
}
