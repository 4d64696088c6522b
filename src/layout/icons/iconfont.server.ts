import { processCache } from '#src/server/cache/process-cache.server.ts'

/** Time-out in milliseconds and size limit in characters. The style sheet's server may be slow or untrusted. */
const PATIENCE = 5000
const MOST = 2_000_000

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The names of a style sheet, when to fetch it again (milliseconds), and how often that has failed in a row. */
type Known = { names: string[]; until: number; failures: number }

const known = processCache<Known>()
const asked = new Map<string, Promise<string[]>>()

/**
 * The icon names of an Iconfont style sheet. Each name is the class of the font and the class of the glyph. The sheet
 * is fetched once an hour at most. After a failure the pause begins with a minute and doubles.
 * @param sheet URL of the style sheet
 * @returns empty when the sheet was never loaded, or is not an Iconfont style sheet
 */
export function iconfontNames(sheet: string): Promise<string[]> {
  const last = known.get(sheet)
  if (last && last.until > Date.now()) return Promise.resolve(last.names)
  const under = asked.get(sheet) ?? refresh(sheet, last).finally(() => asked.delete(sheet))
  asked.set(sheet, under)
  return under
}

async function refresh(sheet: string, last: Known | undefined): Promise<string[]> {
  const names = await load(sheet)
  if (names.length > 0) return known.set(sheet, { names, until: Date.now() + HOUR, failures: 0 }).names
  const failures = (last?.failures ?? 0) + 1
  const until = Date.now() + Math.min(HOUR, MINUTE * 2 ** (failures - 1))
  return known.set(sheet, { names: last?.names ?? [], until, failures }).names
}

async function load(sheet: string): Promise<string[]> {
  try {
    const answer = await fetch(sheet, { signal: AbortSignal.timeout(PATIENCE), redirect: 'error' })
    return answer.ok ? namesIn(await textOf(answer)) : []
  } catch {
    return []
  }
}

/** The names in a style sheet: `.iconfont { font-family: … } .icon-home:before { content: … }`. */
export function namesIn(css: string): string[] {
  let font = ''
  const glyphs = new Set<string>()
  for (const rule of withoutComments(css).split('}')) {
    const [selector = '', body] = rule.split('{').slice(-2)
    if (body === undefined) continue
    const family = /^\.([\w-]+)$/.exec(selector.trim())?.[1]
    if (family && body.includes('font-family')) font = family
    const glyph = /^\.([\w-]+)::?before$/.exec(selector.trim())?.[1]
    if (glyph && body.includes('content')) glyphs.add(glyph)
  }
  return font === '' ? [] : [...glyphs].map((glyph) => `${font} ${glyph}`)
}

/** Reads the text once, whatever it holds. A comment that never ends takes the rest. */
function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*')
  return first + others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : '')).join('')
}

async function textOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST) throw new Error('the style sheet is too large')
  }
  return text
}
