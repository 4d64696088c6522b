import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { MANIFEST, shownName, TEXTS } from './module-limits.ts'
import { refused } from './read-zip.server.ts'

/** How many levels `module.json` has at most. */
const MOST_LEVELS = 30
/** Most signs that the texts have where they are put in. A text may stand in several places. */
const MOST_SIGNS = 4_000_000
/** Names that mean something else to an object than to its reader. */
const HIDDEN = ['__proto__', 'constructor', 'prototype']

/** What no file of a module has: signs that nobody sees, that turn a text around, or that no database stores. */
const ODD_SIGNS = /[\p{Surrogate}\u202a-\u202e\u2066-\u2069]|(?![\n\r\t])\p{Cc}/u

const textsSchema = v.record(v.pipe(v.string(), v.maxLength(100)), v.pipe(v.string(), v.maxLength(50_000)))
type Texts = v.InferOutput<typeof textsSchema>

/** `module.json` with its texts: `{ "t": "title" }` becomes the text of each language. @throws AppError 422 */
export function filledManifest(files: ReadonlyMap<string, Buffer>): unknown {
  const [zh, en] = [textsOf(files, TEXTS['zh-cn']), textsOf(files, TEXTS.en)]
  let signs = 0
  const text = (from: Texts, name: string, key: string) => {
    const found = Object.hasOwn(from, key) ? from[key] : undefined
    if (found === undefined || found.trim() === '') throw refused(m.module_noText({ key: shownName(key), name }))
    signs += found.length
    if (signs > MOST_SIGNS) throw refused(m.module_tooMuchText())
    return found
  }
  const filled = (value: unknown, levels: number): unknown => {
    if (levels === 0) throw refused(m.module_tooDeep({ name: MANIFEST }))
    if (typeof value === 'string') assertPlain(MANIFEST, value)
    // A number that is too large would be stored as none.
    if (typeof value === 'number' && !Number.isFinite(value)) throw refused(m.module_notJson({ name: MANIFEST }))
    if (Array.isArray(value)) return value.map((one) => filled(one, levels - 1))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const [[only, key] = []] = entries
    if (entries.length === 1 && only === 't' && typeof key === 'string')
      return { 'zh-cn': text(zh, TEXTS['zh-cn'], key), en: text(en, TEXTS.en, key) }
    for (const [name] of entries) assertPlain(MANIFEST, name)
    const hidden = entries.find(([name]) => HIDDEN.includes(name))
    if (hidden) throw refused(m.module_nameHidden({ name: hidden[0] }))
    return Object.fromEntries(entries.map(([name, one]) => [name, filled(one, levels - 1)]))
  }
  return filled(jsonOf(files, MANIFEST), MOST_LEVELS)
}

function textsOf(files: ReadonlyMap<string, Buffer>, name: string): Texts {
  const given = jsonOf(files, name)
  const read = v.safeParse(textsSchema, given)
  if (Array.isArray(given) || !read.success) throw refused(m.module_textsOnly({ name }))
  for (const text of Object.values(read.output)) assertPlain(name, text)
  return read.output
}

function assertPlain(name: string, text: string) {
  if (ODD_SIGNS.test(text)) throw refused(m.module_oddSigns({ name, text: shownName(text) }))
}

function jsonOf(files: ReadonlyMap<string, Buffer>, name: string): unknown {
  const bytes = files.get(name)
  if (!bytes) throw refused(m.module_noFile({ name }))
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refused(m.module_notJson({ name }))
  }
}
