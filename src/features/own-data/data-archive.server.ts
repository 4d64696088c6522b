import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { whileWanted } from '#src/db/work-pool.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import type { ArchiveContext, ArchivePart } from './archive-part.server.ts'

/**
 * An archive with these parts, made while it is read: one file after the other, and each only as fast as the reader
 * takes it. Between two pages of a list no connection to the database is held, so a slow reader costs nothing.
 */
export async function* dataArchive(
  context: ArchiveContext,
  parts: readonly ArchivePart[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  let open: Readable | undefined
  const produce = async () => {
    const mtime = new Date()
    for (const part of parts) {
      for await (const { name, content, compress = true } of asAsked(context, part.files(context))) {
        open = Readable.from(asAsked(context, content), { objectMode: false })
        zip.addReadStream(open.on('error', fail), name, { mtime, compress })
        await finished(open)
        if (output.destroyed) return
      }
    }
    zip.end()
  }
  const produced = produce().catch(fail)
  try {
    for await (const chunk of output) yield new Uint8Array(chunk)
  } finally {
    output.destroy()
    open?.destroy()
    await produced
  }
}

/**
 * Streams ask for the next piece outside of the request, whose language the pieces must keep. Queries end when nobody
 * waits for the archive any more.
 */
async function* asAsked<T>({ locale, gone }: ArchiveContext, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const each = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await withLocale(locale, () => whileWanted(gone, () => each.next()))
      if (done) return
      yield value
    }
  } finally {
    await each.return?.()
  }
}
