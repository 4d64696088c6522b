import { m } from '#src/i18n/paraglide/messages.js'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { outgoing } from '#src/server/outgoing/outgoing.server.ts'
import { OutgoingError } from '#src/server/outgoing/outgoing-error.server.ts'

/** The style sheet's server may be slow or untrusted. */
const LIMITS = { connect: 3000, headers: 5000, whole: 5000, bytes: 2_000_000 }
const REDIRECTS = 3

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A style sheet: its icon names, and why it could not be loaded, as a sentence in the caller's language. */
export type IconSheet = { names: string[]; problem?(): string }

/** What is known of a style sheet, when to fetch it again (milliseconds), and how often that has failed in a row. */
type Known = IconSheet & { until: number; failures: number }

const known = processCache<Known>()
const asked = new Map<string, Promise<IconSheet>>()

/**
 * An Iconfont style sheet. Each name is the class of the font and the class of the glyph. The sheet is fetched once an
 * hour at most. After a failure the pause begins with a minute and doubles; the names that were known stay.
 * @param url URL of the style sheet
 */
export function iconSheet(url: string): Promise<IconSheet> {
  const last = known.get(url)
  if (last && last.until > Date.now()) return Promise.resolve(last)
  const under = asked.get(url) ?? refresh(url, last).finally(() => asked.delete(url))
  asked.set(url, under)
  return under
}

async function refresh(url: string, last: Known | undefined): Promise<IconSheet> {
  const loaded = await load(url)
  if (!loaded.problem) return known.set(url, { ...loaded, until: Date.now() + HOUR, failures: 0 })
  const failures = (last?.failures ?? 0) + 1
  const until = Date.now() + Math.min(HOUR, MINUTE * 2 ** (failures - 1))
  return known.set(url, { names: last?.names ?? [], problem: loaded.problem, until, failures })
}

async function load(url: string): Promise<IconSheet> {
  try {
    const answer = await outgoing(url, { limits: LIMITS, redirects: REDIRECTS })
    const { ok, status } = answer
    if (!ok) {
      await answer.body?.cancel()
      return { names: [], problem: () => m.outgoing_status({ host: new URL(url).host, status }) }
    }
    const names = namesIn(await answer.text())
    return names.length > 0 ? { names } : { names, problem: () => m.icons_notIconfont() }
  } catch (error) {
    if (error instanceof OutgoingError) return { names: [], problem: () => error.sentence() }
    throw error
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
