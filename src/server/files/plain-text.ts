import { createReadStream } from 'node:fs'

export type PlainText = { charset: string; hasMarkup: boolean; isSvg: boolean }

/** Characters at the beginning in which no markup may be. Browsers look at far fewer. */
const LOOKED_AT = 65_536

/** What no text contains that somebody has written, and what browsers take for a page at the very beginning. */
const MARKUP = /<(?:!doctype|\?xml|html|head|body|script|iframe|svg|object|embed)(?=[\s>/:?]|$)/i
const PAGE =
  /^\s*<(?:!--|(?:frame|math|applet|style|link|meta|base|form|img|title|table|font|div|h1|br|p|a|b)(?=[\s>/]|$))/i
const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype svg[^>]*>\s*|<!--[\s\S]*?-->\s*)*<svg[\s>]/i

/** Signs that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BINARY = /[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]/

const CHARSETS = ['utf-8', 'gb18030'] as const

/** The encoding of a file that is text from beginning to end. Undefined for any other file. */
export async function textCharset(path: string): Promise<PlainText | undefined> {
  const marked = await markedCharset(path)
  for (const charset of marked ? [marked] : CHARSETS) {
    const start = await readAs(path, charset)
    if (start === undefined) continue
    return { charset, hasMarkup: MARKUP.test(start) || PAGE.test(start), isSvg: SVG.test(start) }
  }
  return undefined
}

/** The encoding that the first bytes name. */
async function markedCharset(path: string): Promise<string | undefined> {
  for await (const chunk of createReadStream(path, { start: 0, end: 2 })) {
    const mark = Buffer.from(chunk).toString('hex')
    if (mark.startsWith('fffe')) return 'utf-16le'
    if (mark.startsWith('feff')) return 'utf-16be'
    if (mark === 'efbbbf') return 'utf-8'
  }
  return undefined
}

/** The beginning of the text in an encoding. Undefined when the file is not valid in it. */
async function readAs(path: string, charset: string): Promise<string | undefined> {
  const decoder = new TextDecoder(charset, { fatal: true })
  let start = ''
  const take = (text: string) => {
    if (BINARY.test(text)) throw new TypeError('not a text')
    if (start.length < LOOKED_AT) start += text.slice(0, LOOKED_AT - start.length)
  }
  try {
    for await (const chunk of createReadStream(path)) take(decoder.decode(chunk, { stream: true }))
    take(decoder.decode())
    return start
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
