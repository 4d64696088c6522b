import { open } from 'node:fs/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { m } from '#src/i18n/paraglide/messages.js'
import { type AppError, invalid } from '#src/server/errors.server.ts'
import { FILE_PATH } from '../manifest.schema.ts'
import {
  MANIFEST,
  MOST_FILES,
  MOST_OF_FILE,
  MOST_PACKED,
  MOST_UNPACKED,
  megabytes,
  SIGNATURE,
  shownName,
  TEXTS,
} from './module-limits.ts'
import { zipPlaces } from './zip-layout.server.ts'

const NAMES: readonly string[] = [MANIFEST, SIGNATURE, ...Object.values(TEXTS)]
const UNIX = 3
const REGULAR = 0o100000
const KIND_OF_FILE = 0o170000
const DIRECTORY = 0x10

/** A refusal of an archive, at the field of the upload. */
export function refused(text: string): AppError {
  return invalid({ file: [text] })
}

/** The bytes of an archive. @throws AppError 422 for a file that is too large */
export async function archiveBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > MOST_PACKED) throw refused(m.module_tooLarge({ size: megabytes(MOST_PACKED) }))
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * The files of an archive by name. Nothing of them is read but their bytes.
 * @throws AppError 422 for anything else than a plain zip with files that a module may have
 */
export async function filesOfZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = await entriesOf(bytes)
  let unpacked = 0
  for (const entry of entries) {
    const { name, size } = checked(entry)
    if (size > MOST_OF_FILE)
      throw refused(m.module_fileTooLarge({ name: shownName(name), size: megabytes(MOST_OF_FILE) }))
    unpacked += size
  }
  if (unpacked > MOST_UNPACKED) throw refused(m.module_tooLargeUnpacked({ size: megabytes(MOST_UNPACKED) }))
  const names = entries.map(({ fileName }) => fileName.toLowerCase())
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw refused(m.module_fileTwice({ name: shownName(twice) }))
  const places = zipPlaces(bytes, entries)
  if (!places) throw damaged()
  const files = new Map<string, Buffer>()
  for (const [at, entry] of entries.entries()) {
    const place = places[at]
    if (place) files.set(entry.fileName, await contentOf(entry, bytes.subarray(place.start, place.end)))
  }
  return files
}

function damaged(): AppError {
  return refused(m.module_damaged())
}

function entriesOf(bytes: Buffer): Promise<Entry[]> {
  return new Promise<Entry[]>((resolve, reject) => {
    const entries: Entry[] = []
    const take = (error: Error | null, zip?: ZipFile) => {
      if (error || !zip) return reject(damaged())
      if (zip.entryCount > MOST_FILES) return reject(refused(m.module_tooManyFiles({ most: MOST_FILES })))
      zip.on('entry', (entry: Entry) => {
        entries.push(entry)
        zip.readEntry()
      })
      zip.on('end', () => resolve(entries))
      zip.on('error', (fault: Error) => {
        // The library says so of names that lead out of the folder.
        const name = /^(?:invalid characters in fileName|absolute path|invalid relative path): (.*)$/s.exec(
          fault.message,
        )?.[1]
        reject(name === undefined ? damaged() : nameRefused(name))
      })
      zip.readEntry()
    }
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true }, take)
  })
}

function nameRefused(name: string): AppError {
  return refused(m.module_fileName({ name: shownName(name) }))
}

/** An entry with a name of a module, which is a plain file. @throws AppError 422 */
function checked(entry: Entry): { name: string; size: number } {
  const name = entry.fileName
  const isKnown = NAMES.includes(name) || FILE_PATH.test(name)
  if (!isKnown || entry.fileNameRaw.toString('latin1') !== name) throw nameRefused(name)
  const attributes = entry.externalFileAttributes
  const kind = (attributes >>> 16) & KIND_OF_FILE
  const isPlain = (kind === 0 || kind === REGULAR) && (attributes & DIRECTORY) === 0
  const isUnix = entry.versionMadeBy >>> 8 === UNIX
  const special = isUnix ? (attributes >>> 16) & 0o7000 : 0
  const method = entry.compressionMethod === 0 || entry.compressionMethod === 8
  if (!isPlain || special !== 0 || entry.isEncrypted() || !method) throw refused(m.module_fileKind({ name }))
  return { name, size: entry.uncompressedSize }
}

/** The content of an entry, which has exactly the size and the checksum that the list says. @throws AppError 422 */
async function contentOf({ compressionMethod, uncompressedSize, crc32: sum }: Entry, packed: Buffer): Promise<Buffer> {
  const content = compressionMethod === 0 ? packed : await unpackedTo(packed, uncompressedSize)
  if (content.length !== uncompressedSize || crc32(content) !== sum) throw damaged()
  return content
}

async function unpackedTo(packed: Buffer, size: number): Promise<Buffer> {
  const engine = createInflateRaw()
  engine.end(packed)
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of engine) {
      chunks.push(chunk)
      length += chunk.length
      if (length > size) throw damaged()
    }
  } catch {
    throw damaged()
  }
  // What is behind the end of the packed bytes belongs to no file.
  if (engine.bytesWritten !== packed.length) throw damaged()
  return Buffer.concat(chunks)
}
