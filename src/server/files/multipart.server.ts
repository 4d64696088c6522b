import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError, invalid } from '../errors.server.ts'

/** What a form sends besides its file. */
export type FormFields = ReadonlyMap<string, string>

/** Takes the file of a form while it arrives. */
type TakeFile = (file: { name: string; content: AsyncIterable<Uint8Array>; isCut: () => boolean }) => Promise<void>

/** Bytes of a file that is too large that are read all the same. A browser reads no answer while it is sending. */
const MOST_DISCARDED = 1024 ** 3

const LIMITS = { fields: 10, fieldNameSize: 100, fieldSize: 1_000, files: 1, parts: 12, headerPairs: 50 }

/**
 * Reads a form with one file from a request body. The file is handed on while it arrives and is never in memory as a
 * whole; other fields may stand before or after it.
 * @param most maximum size of the file in bytes; one byte more ends it, and `isCut` says so
 * @throws AppError 400 for a body that is no such form, 422 without a file or with several
 */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
  most: number,
  take: TakeFile,
): Promise<FormFields> {
  if (!body || !/^multipart\/form-data\s*;.*boundary=/i.test(contentType)) throw new AppError(400, m.files_oneFile())
  const fields = new Map<string, string>()
  const taken: Promise<void>[] = []
  const contents: BusboyFileStream[] = []
  let tooMany = false
  let bytes = 0
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    limits: { ...LIMITS, fileSize: most },
    // Browsers send names in UTF-8. A path in a name is no part of it.
    defCharset: 'utf8',
    isPartAFile: (field, _type, name) => name !== undefined || field === 'file',
  })
  // Seam: Node has a type of its own for the same streams.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  const done = new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      source.unpipe(parser)
      reject(error)
    }
    parser.on('file', (field, content: BusboyFileStream, name) => {
      // Whoever reads it learns of its errors. Without a listener, one that comes later would end the process.
      content.on('error', () => undefined)
      if (field !== 'file' || taken.length > 0) {
        tooMany = true
        content.resume()
        return
      }
      contents.push(content)
      const work = take({ name: writtenName(name), content, isCut: () => content.truncated })
      taken.push(work)
      work.catch(fail)
    })
    parser.on('field', (name, value) => fields.set(name, value))
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(limit, () => (tooMany = true))
    parser.on('error', () => fail(new AppError(400, m.files_oneFile())))
    parser.on('finish', resolve)
    source.on('error', fail)
    source.on('data', (chunk: Uint8Array) => {
      bytes += chunk.byteLength
      if (bytes > most + MOST_DISCARDED) fail(new AppError(413, m.upload_size()))
    })
    source.pipe(parser)
  })
  try {
    await done
    await Promise.all(taken)
  } catch (error) {
    source.destroy()
    parser.destroy()
    for (const content of contents) content.destroy(new Error('the upload has ended early'))
    // The file may still be on its way to the disk. It must be gone before the answer.
    await Promise.allSettled(taken)
    throw error
  }
  if (taken.length === 0 || tooMany) throw invalid({ file: [m.files_oneFile()] })
  return fields
}

/** Browsers write the three signs that would end a name in a form in another way. @param name undefined without one */
function writtenName(name: string | undefined): string {
  return (name ?? '').replaceAll(/%0[AD]/gi, '').replaceAll('%22', '"')
}
