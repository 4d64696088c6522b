/** Time-out in milliseconds and size limit in characters. The style sheet's server may be slow or untrusted. */
const PATIENCE = 5000
const MOST = 2_000_000

/**
 * Fetches the icon names of an Iconfont style sheet. Each name is the class of the font and the class of the glyph.
 * @param sheet URL of the style sheet
 * @returns empty when the sheet cannot be loaded or is not an Iconfont style sheet
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
  let font = ''
  const glyphs = new Set<string>()
  for (const rule of withoutComments(css).split('}')) {
    // A rule inside of another, as in `@media`, is the last of its piece.
    const [body = '', selector = ''] = rule.split('{').reverse()
    const family = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1]
    if (family && /font-family/.test(body)) font = family
    const glyph = /^\s*\.([\w-]+)::?before\s*$/.exec(selector)?.[1]
    if (glyph && /content/.test(body)) glyphs.add(glyph)
  }
  return font === '' ? [] : [...glyphs].map((glyph) => `${font} ${glyph}`)
}

/** A comment without an end takes the rest of the style sheet with it. */
function withoutComments(css: string): string {
  let text = ''
  for (let at = 0; ; ) {
    const start = css.indexOf('/*', at)
    if (start < 0) return text + css.slice(at)
    text += css.slice(at, start)
    const end = css.indexOf('*/', start + 2)
    if (end < 0) return text
    at = end + 2
  }
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
