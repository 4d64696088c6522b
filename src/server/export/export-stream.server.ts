/** Pieces that wait to be read; they are of some 64 kB. */
const AHEAD = 4

/**
 * A file that is made as it is read.
 * @param make its pieces; the signal says that nobody reads on
 * @param over called once, when it has ended in whatever way
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
        // What ends in the middle ends with an error, which is nobody's any more.
        await pieces.return(undefined).catch(() => undefined)
        over()
      },
    },
    { highWaterMark: AHEAD },
  )
}
