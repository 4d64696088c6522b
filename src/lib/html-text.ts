const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#39': "'" }

/** The text of HTML, in one line. */
export function htmlText(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp|nbsp|#39);/g, (_entity, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
