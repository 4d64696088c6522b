/**
 * Pasted HTML as the editor reads it best. Word writes lists as paragraphs with marks of their own; they become lists.
 * Everything else that Word adds falls away, because the editor knows only the elements of rich text.
 */
export function cleanPasted(pasted: string): string {
  const html = withoutHandlers(pasted)
  if (!/mso-|class="?Mso|urn:schemas-microsoft-com/i.test(html)) return html
  const { body } = new DOMParser().parseFromString(withoutConditions(html), 'text/html')
  for (const empty of body.querySelectorAll('style, script, meta, link, title, xml')) empty.remove()
  // Word's own elements, such as `o:p`.
  for (const element of [...body.querySelectorAll('*')]) {
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes)
  }
  makeLists(body)
  return body.innerHTML
}

const TAG = /<[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>/gi
const ATTRIBUTE = /\s+([^\s"'>/=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * The editor drops event handlers. They go before anything is parsed, because the browser reports each that the
 * page's content security policy refuses, also in a document that is never shown.
 */
function withoutHandlers(html: string): string {
  if (!/\son[a-z]+\s*=/i.test(html)) return html
  return html.replaceAll(TAG, (tag) =>
    tag.replaceAll(ATTRIBUTE, (attribute, name: string) => (/^on/i.test(name) ? '' : attribute)),
  )
}

/** Only other readers see what stands between these conditions, except the marks of lists. */
function withoutConditions(html: string): string {
  return html.replaceAll(/<!--\[if [\s\S]*?<!\[endif\]-->/g, '').replaceAll(/<!\[(if [^>]*|endif)\]>/g, '')
}

const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i

/** Paragraphs of a list, one after another, become one list with lists inside. */
function makeLists(body: HTMLElement): void {
  const open: HTMLElement[] = []
  let last: Element | null = null
  for (const line of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const level = Number(LEVEL.exec(line.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0) continue
    const mark = takeMark(line)
    const place: HTMLElement | undefined = open[0]
    // Another paragraph between two of them ends the list.
    if (!place || line.previousElementSibling !== last) open.length = 0
    while (open.length > level) open.pop()
    while (open.length < level) {
      const list = document.createElement(/^[\divxa-z]+[.)、]/i.test(mark) ? 'ol' : 'ul')
      const above = open.at(-1)
      if (above) (above.lastElementChild ?? above.appendChild(document.createElement('li'))).append(list)
      else line.before(list)
      open.push(list)
    }
    const item = document.createElement('li')
    const paragraph = document.createElement('p')
    paragraph.append(...line.childNodes)
    item.append(paragraph)
    open.at(-1)?.append(item)
    line.remove()
    last = open[0] ?? null
  }
}

/** Removes the bullet or the number that Word writes into the text. @returns it */
function takeMark(line: Element): string {
  const mark = [...line.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const text = mark?.textContent?.trim() ?? ''
  mark?.remove()
  return text
}
