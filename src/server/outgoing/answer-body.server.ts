import type { Readable } from 'node:stream'

type Watch = {
  /** Counts the bytes of a chunk that is read. What it throws breaks the body off. */
  count(bytes: number): void
  /** Called once: at the end of the body, when its reader leaves, or with the error that broke it off. */
  end(error?: Error): void
  /** The error that the reader gets for an error of the source. */
  errorOf(error: Error): Error
}

/** A stream as the body of a Response. Nothing is read ahead of the reader. */
export function answerBody(source: Readable, { count, end, errorOf }: Watch): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) {
            end()
            return controller.close()
          }
          count(value.length)
          controller.enqueue(value)
        } catch (error) {
          const shown = errorOf(error instanceof Error ? error : new Error(String(error)))
          source.destroy()
          end(shown)
          throw shown
        }
      },
      cancel() {
        source.destroy()
        end()
      },
    },
    { highWaterMark: 0 },
  )
}
