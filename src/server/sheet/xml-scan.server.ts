import { broken } from './sheet-fault.ts'

/** The events of a scan, in the order of the file. Together the raw pieces are the whole document. */
export type XmlHandler = {
  /** @param name without its prefix @param attributes as they are written, with the leading space */
  open?(name: string, attributes: string, raw: string): void
  /** @param raw empty for a self-closing tag */
  close?(name: string, raw: string): void
  /** May arrive in pieces. The text is escaped as in the file, except for CDATA. `textOf` decodes both. */
  text?(raw: string): void
  /** Comments and processing instructions. */
  other?(raw: string): void
}

/** Maximum characters of a tag, comment or piece of CDATA. Without this limit one could fill the memory. */
const MAX_PIECE = 256 * 1024

/**
 * Reads XML as it arrives, and holds only one piece in memory. It checks only what the meaning of a spreadsheet depends
 * on. It refuses document types, because they can define entities. Each character is looked at once: where a piece is
 * incomplete, the next chunk goes on from there.
 */
export class XmlScan {
  readonly #handler: XmlHandler
  #rest = ''
  /** How far the incomplete piece is known, and the quote that is open there. */
  #known = 0
  #quote = 0

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(chunk: string): void {
    const text = this.#rest === '' ? chunk : this.#rest + chunk
    const at = this.#scan(text)
    this.#rest = at === text.length ? '' : text.slice(at)
    if (this.#rest.length > MAX_PIECE) throw broken()
  }

  end(): void {
    if (/[^\s]/.test(this.#rest)) throw broken()
    if (this.#rest !== '') this.#handler.text?.(this.#rest)
    this.#rest = ''
  }

  /** Returns the position from which the text is incomplete. */
  #scan(text: string): number {
    let at = 0
    while (at < text.length) {
      const start = text.indexOf('<', at)
      if (start < 0) {
        const safe = endOfText(text, at)
        if (safe > at) this.#handler.text?.(text.slice(at, safe))
        return safe
      }
      if (start > at) this.#handler.text?.(text.slice(at, start))
      at = start
      const end = this.#tag(text, start)
      if (end < 0) return start
      if (end - start > MAX_PIECE) throw broken()
      this.#known = 0
      at = end
    }
    return at
  }

  /** Returns the position after the tag, or -1 when its end has not arrived yet. */
  #tag(text: string, start: number): number {
    const sign = text.charCodeAt(start + 1)
    if (Number.isNaN(sign)) return -1
    // <! and <?
    if (sign === 0x21 || sign === 0x3f) return this.#special(text, start)
    const end = this.#endOfTag(text, start)
    if (end < 0) return -1
    if (sign === 0x2f) {
      this.#handler.close?.(localName(text, start + 2, end), text.slice(start, end + 1))
      return end + 1
    }
    const closes = text.charCodeAt(end - 1) === 0x2f
    const last = closes ? end - 1 : end
    const nameEnd = endOfName(text, start + 1, last)
    const name = localName(text, start + 1, nameEnd)
    if (name === '') throw broken()
    this.#handler.open?.(name, text.slice(nameEnd, last), text.slice(start, end + 1))
    if (closes) this.#handler.close?.(name, '')
    return end + 1
  }

  /** The position of a tag's >, or -1. A > inside an attribute's quotes is text. */
  #endOfTag(text: string, start: number): number {
    let quote = this.#known === 0 ? 0 : this.#quote
    for (let at = start + Math.max(1, this.#known); at < text.length; at += 1) {
      const sign = text.charCodeAt(at)
      if (quote !== 0) {
        if (sign === quote) quote = 0
      } else if (sign === 0x22 || sign === 0x27) quote = sign
      else if (sign === 0x3e) return at
    }
    this.#known = text.length - start
    this.#quote = quote
    return -1
  }

  #special(text: string, start: number): number {
    for (const [begins, ends, isText] of SPECIALS) {
      if (!text.startsWith(begins, start)) continue
      const end = text.indexOf(ends, start + Math.max(begins.length, this.#known))
      if (end < 0) {
        // The end itself may have arrived in part.
        this.#known = Math.max(0, text.length - start - ends.length)
        return -1
      }
      const raw = text.slice(start, end + ends.length)
      if (isText) this.#handler.text?.(raw)
      else this.#handler.other?.(raw)
      return end + ends.length
    }
    // It may be one of them that has not arrived completely.
    if (text.length - start < 9) return -1
    throw broken()
  }
}

const SPECIALS = [
  ['<?', '?>', false],
  ['<!--', '-->', false],
  ['<![CDATA[', ']]>', true],
] as const

function endOfName(text: string, from: number, last: number): number {
  let at = from
  while (at < last && text.charCodeAt(at) > 0x20) at += 1
  return at
}

function localName(text: string, from: number, end: number): string {
  let last = end
  while (last > from && text.charCodeAt(last - 1) <= 0x20) last -= 1
  const name = text.slice(from, last)
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** The end of the complete text. An entity at the end of a piece may continue in the next one. */
function endOfText(text: string, from: number): number {
  const sign = text.lastIndexOf('&')
  return sign >= from && text.length - sign < 12 && !text.includes(';', sign) ? sign : text.length
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes a raw piece of text. */
export function textOf(raw: string): string {
  if (raw.startsWith('<![CDATA[')) return raw.slice(9, -3)
  return raw.includes('&') ? raw.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, decoded) : raw
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
}

/** The value of an attribute, whatever prefix its name has; undefined when there is no attribute. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const usual = attributes.indexOf(` ${name}="`)
  if (usual >= 0) {
    const from = usual + name.length + 3
    return textOf(attributes.slice(from, attributes.indexOf('"', from)))
  }
  const found = patternOf(name).exec(attributes)
  return found ? textOf(found[1] ?? found[2] ?? '') : undefined
}

const patterns = new Map<string, RegExp>()

function patternOf(name: string): RegExp {
  const made = patterns.get(name) ?? new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, made)
  return made
}

/** Escapes a text for XML content and attributes. Characters that XML cannot contain are left out. */
export function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot contain these characters
  const sayable = text.replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed()
  return /[&<>"]/.test(sayable) ? sayable.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign) : sayable
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
