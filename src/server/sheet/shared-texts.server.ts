import { MAX_TEXT } from './cell.ts'
import { tooLarge } from './sheet-fault.ts'
import { storable } from './storable.ts'
import { textOf, XmlScan } from './xml-scan.server.ts'

/** Maximum bytes of all texts together. */
const MAX_BYTES = 256 * 1024 ** 2
/** Number of texts from which no more are taken. */
const MAX_COUNT = 16 * 1024 ** 2

/**
 * The texts that the cells of a workbook share, packed into one buffer. Half a million separate strings would need ten
 * times as much memory.
 */
export class SharedTexts {
  #bytes = Buffer.allocUnsafe(256 * 1024)
  #used = 0
  #ends = new Uint32Array(4096)
  #count = 0

  get count(): number {
    return this.#count
  }

  /**
   * Returns undefined when there is no text with this index. Between two whole numbers there is none either: the rest
   * of the buffer may hold anything that the process had in its memory.
   */
  at(index: number): string | undefined {
    if (!(Number.isInteger(index) && index >= 0 && index < this.#count)) return undefined
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index])
  }

  add(text: string): void {
    const size = Buffer.byteLength(text)
    if (this.#used + size > this.#bytes.length) {
      if (this.#used + size > MAX_BYTES) throw tooLarge()
      const more = Buffer.allocUnsafe(Math.max(this.#bytes.length * 1.5, this.#used + size))
      this.#bytes.copy(more, 0, 0, this.#used)
      this.#bytes = more
    }
    this.#used += this.#bytes.write(text, this.#used)
    if (this.#count === this.#ends.length) {
      if (this.#count >= MAX_COUNT) throw tooLarge()
      const more = new Uint32Array(this.#ends.length * 2)
      more.set(this.#ends)
      this.#ends = more
    }
    this.#ends[this.#count] = this.#used
    this.#count += 1
  }
}

/** Reads `sharedStrings.xml`. */
export async function readSharedTexts(pieces: AsyncIterable<string>): Promise<SharedTexts> {
  const texts = new SharedTexts()
  const item = new TextItem()
  const scan = new XmlScan({
    open: (name) => item.open(name),
    text: (raw) => item.text(raw),
    close(name) {
      item.close(name)
      if (name === 'si') texts.add(item.take())
    },
  })
  for await (const piece of pieces) scan.write(piece)
  scan.end()
  return texts
}

/** Joins the differently formatted parts of a text. Phonetic guides are left out. */
export class TextItem {
  #text = ''
  #inText = false
  #aside = 0

  open(name: string): void {
    if (name === 'rPh') this.#aside += 1
    else if (name === 't') this.#inText = this.#aside === 0
  }

  text(raw: string): void {
    if (this.#inText && this.#text.length < MAX_TEXT) this.#text += textOf(raw)
  }

  close(name: string): void {
    if (name === 't') this.#inText = false
    else if (name === 'rPh') this.#aside -= 1
  }

  take(): string {
    const text = unescaped(this.#text.slice(0, MAX_TEXT))
    this.#text = ''
    return text
  }
}

/** Decodes control characters, written as `_x000D_`, and underscores before text like that, written as `_x005F_`. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return storable(
    text.replaceAll(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )
}
