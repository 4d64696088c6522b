import { createReadStream } from 'node:fs'
import { SheetFault } from './sheet-fault.ts'

export type Encoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be'

/** Detects the encoding of a text by reading all of it. @throws SheetFault for an encoding that is not supported */
export async function encodingOf(file: string): Promise<Encoding> {
  const fits = new Map(['utf-8', 'gb18030'].map((name) => [name, new TextDecoder(name, { fatal: true })]))
  let first = true
  for await (const chunk of createReadStream(file)) {
    if (first) {
      const marked = byMark(chunk)
      if (marked) return marked
    }
    first = false
    for (const [name, decoder] of fits) {
      try {
        // GB18030 accepts nearly every pair of bytes. Control characters that no text has reveal other files.
        if (isBinary(decoder.decode(chunk, { stream: true }))) fits.delete(name)
      } catch {
        fits.delete(name)
      }
    }
    if (fits.size === 0) throw new SheetFault({ name: 'encoding' })
  }
  // A text that is valid UTF-8 is almost never in another encoding.
  return ends(fits.get('utf-8')) ? 'utf-8' : ends(fits.get('gb18030')) ? 'gb18030' : unknown()
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

/** Whether the text ends with a complete character. */
function ends(decoder: TextDecoder | undefined): boolean {
  try {
    decoder?.decode()
    return decoder !== undefined
  } catch {
    return false
  }
}

function unknown(): never {
  throw new SheetFault({ name: 'encoding' })
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
