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

/**
 * What no file of a module has: signs that nobody sees, that turn a text around, or that no database stores. Two that
 * nobody sees make one picture of several signs, and stand behind pictures only.
 */
const ODD_SIGNS =
  /[\p{Surrogate}\u2028\u2029]|(?![\n\r\t])\p{Cc}|(?!\u200d|\ufe0f)\p{DI}|(?<!\p{ExtPict}|\p{EMod}|\ufe0f)\u200d|(?<!\p{ExtPict}|\p{EMod})\ufe0f(?!\u20e3)/u

/** Whether a text in a value has signs that no module may have. */
export function hasOddSigns(value: unknown): boolean {
  if (typeof value === 'string') return ODD_SIGNS.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasOddSigns)
}

const textsSchema = v.record(v.pipe(v.string(), v.maxLength(100)), v.pipe(v.string(), v.maxLength(50_000)))
type Texts = v.InferOutput<typeof textsSchema>

/** `module.json` with its texts: `{ "t": "title" }` becomes the text of each language. @throws AppError 422 */
export function filledManifest(files: ReadonlyMap<string, Buffer>): unknown {
  const [zh, en] = [textsOf(files, TEXTS['zh-cn']), textsOf(files, TEXTS.en)]
  let signs = 0
  let names = 0
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
    names += entries.length
    const [[only, key] = []] = entries
    if (entries.length === 1 && only === 't' && typeof key === 'string')
      return { 'zh-cn': text(zh, TEXTS['zh-cn'], key), en: text(en, TEXTS.en, key) }
    for (const [name] of entries) assertPlain(MANIFEST, name)
    const hidden = entries.find(([name]) => HIDDEN.includes(name))
    if (hidden) throw refused(m.module_nameHidden({ name: hidden[0] }))
    return Object.fromEntries(entries.map(([name, one]) => [name, filled(one, levels - 1)]))
  }
  const manifest = filled(jsonOf(files, MANIFEST), MOST_LEVELS)
  assertOnce(files, MANIFEST, names)
  return manifest
}

/** A name that is there twice means something else to each reader. @param names how many names were read */
function assertOnce(files: ReadonlyMap<string, Buffer>, name: string, names: number) {
  const text = files.get(name)?.toString('utf8') ?? ''
  const written = [...text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)].filter(([, colon]) => colon)
  if (written.length > names) throw refused(m.module_keyTwice({ name }))
}

function textsOf(files: ReadonlyMap<string, Buffer>, name: string): Texts {
  const given = jsonOf(files, name)
  const read = v.safeParse(textsSchema, given)
  if (Array.isArray(given) || !read.success) throw refused(m.module_textsOnly({ name }))
  assertOnce(files, name, Object.keys(Object(given)).length)
  for (const text of Object.values(read.output)) assertPlain(name, text)
  return read.output
}

function assertPlain(name: string, text: string) {
  if (hasOddSigns(text)) throw refused(m.module_oddSigns({ name, text: shownName(text) }))
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
