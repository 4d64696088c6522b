/** Pieces that are produced before they are read. A piece has about 64 kB. */
const AHEAD = 4

/**
 * A file that is produced while it is read.
 * @param make produces the pieces; its signal is aborted when the client stops reading
 * @param over called once, when the stream has ended for any reason
 */
export function exportStream(
  make: (gone: AbortSignal) => AsyncGenerator<Uint8Array>,
  over: () => void,
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const pieces = make(gone.signal)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next()
          if (gone.signal.aborted) return
          if (!done) return controller.enqueue(value)
          controller.close()
          over()
        } catch (error) {
          if (gone.signal.aborted) return
          over()
          throw error
        }
      },
      async cancel() {
        gone.abort()
        // A generator that is cancelled ends with an error. No caller needs it any more.
        await pieces.return(undefined).catch(() => undefined)
        over()
      },
    },
    { highWaterMark: AHEAD },
  )
}
