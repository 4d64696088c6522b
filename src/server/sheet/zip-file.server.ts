import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { broken, SheetFault, tooLarge } from './sheet-fault.ts'

/** Maximum parts of a package. A workbook has a few dozen. */
const MAX_ENTRIES = 5_000
/** Maximum bytes that all parts together unpack to. Three million rows fit. */
const MAX_UNPACKED = 2 * 1024 ** 3
/** Maximum compression ratio of a part with more than 32 MiB. No real part exceeds it; the format allows a thousand. */
const MAX_RATIO = 250
const RATIO_FROM = 32 * 1024 ** 2
/** Maximum characters of a part that is read as one text. */
const MAX_TEXT = 32 * 1024 ** 2

/** The package of a workbook: its parts by name. Each part is read as a stream. */
export class Package {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  /** The names by their spelling in small letters. */
  #lower: ReadonlyMap<string, string> | undefined

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** Opens a package. @throws SheetFault for a file that is no package, or unpacks to more than any workbook has */
  static async open(file: string): Promise<Package> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
      yauzl.open(file, options, (error, opened) => (opened ? resolve(opened) : reject(error)))
    }).catch((error: unknown) => {
      throw isMissing(error) ? error : broken()
    })
    try {
      return new Package(zip, await entriesOf(zip))
    } catch (error) {
      zip.close()
      throw error instanceof SheetFault ? error : broken()
    }
  }

  /** The names of all parts, in the order of the package. */
  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Finds the real name of a part. The case of the name does not matter. */
  find(name: string): string | undefined {
    if (this.#entries.has(name)) return name
    this.#lower ??= new Map(this.names.toReversed().map((one) => [one.toLowerCase(), one]))
    return this.#lower.get(name.toLowerCase())
  }

  /**
   * The unpacked content of a part. Damage can unpack to other content, so the checksum is compared behind the last
   * byte.
   * @throws SheetFault when there is no such part, or it is damaged
   */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name)
    if (!entry) throw broken()
    let sum = 0
    try {
      for await (const chunk of await this.#open(entry)) {
        sum = crc32(chunk, sum)
        yield chunk
      }
    } catch (error) {
      throw isMissing(error) ? error : broken()
    }
    if (sum !== entry.crc32) throw broken()
  }

  /** Reads all parts, also those that nothing else reads. @throws SheetFault when one is damaged */
  async verify(): Promise<void> {
    for (const name of this.names) for await (const _ of this.bytes(name));
  }

  /** A small part as text. Its declaration names UTF-8, because that is how it is written again. */
  async text(name: string): Promise<string> {
    let text = ''
    for await (const piece of this.pieces(name)) {
      text += piece
      if (text.length > MAX_TEXT) throw tooLarge()
    }
    return inUtf8(text)
  }

  /** A part as text, in pieces. @throws SheetFault when it is damaged */
  async *pieces(name: string): AsyncGenerator<string> {
    let decoder: TextDecoder | undefined
    for await (const chunk of this.bytes(name)) {
      decoder ??= new TextDecoder(encodingOf(chunk))
      yield decoder.decode(chunk, { stream: true })
    }
    const last = decoder?.decode()
    if (last) yield last
  }

  close(): void {
    this.#zip.close()
  }

  #open(entry: Entry): Promise<AsyncIterable<Buffer>> {
    return new Promise((resolve, reject) =>
      this.#zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error))),
    )
  }
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw broken()
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let unpacked = 0
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize
      const isBomb =
        unpacked > MAX_UNPACKED ||
        (entry.uncompressedSize > RATIO_FROM && entry.uncompressedSize > entry.compressedSize * MAX_RATIO)
      if (isBomb) return reject(tooLarge())
      // Encrypted parts are refused. So are duplicate names, because each program might read another part.
      if (entry.generalPurposeBitFlag & 1 || entries.has(entry.fileName)) return reject(broken())
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

function inUtf8(xml: string): string {
  return xml.replace(/^(<\?xml[^>]*encoding\s*=\s*)(["'])[^"']*\2/, '$1$2UTF-8$2')
}

/** The first bytes of XML show when it is not UTF-8. */
function encodingOf(chunk: Buffer): string {
  const [first, second] = chunk
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
}
