/** Milliseconds and bytes: whoever serves the style sheet may be slow, or somebody else. */
const PATIENCE = 5000
const MOST = 2_000_000

/**
 * The names of an Iconfont style sheet's icons, each the class of the font and the class of the glyph. Empty when the
 * sheet cannot be had or is none.
 */
export async function iconfontNames(sheet: string): Promise<string[]> {
  try {
    const answer = await fetch(sheet, { signal: AbortSignal.timeout(PATIENCE), redirect: 'error' })
    return answer.ok ? namesIn(await textOf(answer)) : []
  } catch {
    return []
  }
}

/** The names in a style sheet: `.iconfont { font-family: … } .icon-home:before { content: … }`. */
export function namesIn(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)
  let font = ''
  const glyphs = new Set<string>()
  for (const [, selector = '', body = ''] of rules) {
    const family = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1]
    if (family && /font-family/.test(body)) font = family
    const glyph = /^\s*\.([\w-]+)::?before\s*$/.exec(selector)?.[1]
    if (glyph && /content/.test(body)) glyphs.add(glyph)
  }
  return font === '' ? [] : [...glyphs].map((glyph) => `${font} ${glyph}`)
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
