import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { exportStream } from '#src/server/export/export-stream.server.ts'

/** Texts by path as an archive. */
export function codeArchive(files: Readonly<Record<string, string>>): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const output = Readable.from(zip.outputStream)
  const pieces = async function* () {
    for await (const chunk of output) yield new Uint8Array(chunk)
  }
  return exportStream(pieces, () => output.destroy())
}
