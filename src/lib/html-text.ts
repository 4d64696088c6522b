const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#39': "'" }

/** Elements inside a word or a sentence. The others begin a new line. */
const INLINE = /<\/?(a|b|code|em|i|s|span|strong|sub|sup|u)\b[^<>]*>/gi

/** The text of HTML, in one line. */
export function htmlText(html: string): string {
  return html
    .replaceAll(INLINE, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp|nbsp|#39);/g, (_entity, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
