import { createReadStream } from 'node:fs'
import { likelyEncodings, wideEncoding } from './encoding-guess.ts'
import type { Encoding } from './file-facts.ts'
import { SheetFault } from './sheet-fault.ts'

/** `guessed`: the text could as well be in another encoding, so the user should look at it. */
export type FoundEncoding = { encoding: Encoding; guessed: boolean }

/** Bytes by which an encoding is guessed. */
const SAMPLE = 256 * 1024

/** Detects the encoding of a text by reading all of it. @throws SheetFault for an encoding that is not supported */
export async function encodingOf(file: string): Promise<FoundEncoding> {
  const [first = Buffer.alloc(0)] = await sampleOf(file, () => true, 1)
  const encoding = byMark(first)
  if (encoding) return { encoding, guessed: false }
  const wide = wideEncoding(first)
  if (wide) {
    if (!(await fits(file, wide))) throw new SheetFault({ name: 'encoding' })
    return { encoding: wide, guessed: true }
  }
  // A text that is valid UTF-8 is almost never in another encoding.
  if (await fits(file, 'utf-8')) return { encoding: 'utf-8', guessed: false }
  const sample = Buffer.concat(await sampleOf(file, (chunk) => chunk.some((byte) => byte > 0x7f), SAMPLE))
  for (const found of likelyEncodings(sample)) if (await fits(file, found.encoding)) return found
  throw new SheetFault({ name: 'encoding' })
}

/** Whether a whole file is a text in an encoding. */
export async function fits(file: string, encoding: Encoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of createReadStream(file)) {
      // GB18030 accepts nearly every pair of bytes. Control characters that no text has reveal other files.
      if (isBinary(decoder.decode(chunk, { stream: true }))) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** The first chunks of a file that are wanted, until they have enough bytes. */
async function sampleOf(file: string, isWanted: (chunk: Buffer) => boolean, bytes: number): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(file)) {
    if (!isWanted(chunk)) continue
    chunks.push(chunk)
    size += chunk.length
    if (size >= bytes) break
  }
  return chunks
}

function byMark(chunk: Buffer): Encoding | undefined {
  const mark = chunk.subarray(0, 3).toString('hex')
  if (mark.startsWith('fffe')) return 'utf-16le'
  if (mark.startsWith('feff')) return 'utf-16be'
  return undefined
}

function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no table as text holds these characters
  return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
}

/**
 * Bytes of one read. The rows of a piece wait for one another. More rows would outlive the young generation of the
 * garbage collector.
 */
const PIECE_BYTES = 32 * 1024

/** A text file as text, in pieces. A byte order mark is left out. */
export async function* textPieces(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
    const piece = decoder.decode(chunk, { stream: true })
    if (piece !== '') yield piece
  }
  const last = decoder.decode()
  if (last !== '') yield last
}
