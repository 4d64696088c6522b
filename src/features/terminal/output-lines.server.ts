import { StringDecoder } from 'node:string_decoder'
import { SgrState } from './sgr-state.ts'

/** Characters of a line. What a program writes beyond is cut off. */
const LONGEST_LINE = 4_000
const CUT = ' …'
/** Characters of a line that has not ended yet. */
const LONGEST_REST = 64_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what programs write
const COLOUR = /\x1b\[([\d;:]*)m/g
/** Everything that moves the cursor, sets titles or links, and all other control characters but the tab. */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what programs write
  /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?|\x1b\[[\d;:?<=>!]*[ -/]*[@-l n-~]|\x1b[ -/]*[0-Z\\^-~]|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f\x80-\x9f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what programs write
const STRAY = /\x1b(?!\[[\d;:]*m)/g
const RESET = '\x1b[0m'

/**
 * Makes lines of the output of a program. Colours stay, and a line that begins in a colour says so itself; everything
 * else that is no text is left out. What a program writes over (a progress bar) is left out too.
 */
export class OutputLines {
  readonly #decoder = new StringDecoder('utf8')
  readonly #hide: (line: string) => string
  #rest = ''
  readonly #colours = new SgrState()
  #dropping = false

  /** @param hide takes secrets out of a line */
  constructor(hide: (line: string) => string) {
    this.#hide = hide
  }

  /** The lines that are complete now. */
  take(chunk: Buffer): string[] {
    const parts = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = parts.pop() ?? ''
    if (this.#dropping && parts.length > 0) {
      parts.shift()
      this.#dropping = false
    }
    if (this.#dropping) this.#rest = ''
    // A line without an end is not kept whole: it may be a file of gigabytes.
    if (this.#rest.length > LONGEST_REST) {
      parts.push(this.#rest)
      this.#rest = ''
      this.#dropping = true
    }
    return parts.map((part) => this.#line(part))
  }

  /** What has come after the last end of a line. */
  end(): string[] {
    const rest = this.#dropping ? '' : this.#rest + this.#decoder.end()
    this.#rest = ''
    return rest === '' ? [] : [this.#line(rest)]
  }

  #line(raw: string): string {
    const written = raw.replace(/\r+$/, '')
    const text = written.slice(written.lastIndexOf('\r') + 1)
    const began = this.#colours.code()
    const clean = text.replace(CONTROL, '').replace(STRAY, '')
    for (const [, numbers = ''] of clean.matchAll(COLOUR)) this.#colours.take(numbers)
    const shown = cut(this.#hidden(clean))
    return `${began}${shown}${this.#colours.code() === '' && !shown.endsWith(CUT) ? '' : RESET}`
  }

  /** Hides secrets before the line is cut, also those that have colours in them. */
  #hidden(line: string): string {
    const shown = this.#hide(line)
    const plain = this.#hide(withoutColours(line))
    return withoutColours(shown) === plain ? shown : plain
  }
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}${CUT}` : line
}

/** A line without its colours. */
export function withoutColours(line: string): string {
  return line.replace(COLOUR, '')
}
