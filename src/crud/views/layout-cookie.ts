import { readCookie, removeCookie, writeCookie } from '#src/lib/cookie.ts'
import { type Density, densities, type ListLayout } from './list-layout.ts'

// The server draws a list's first rows, so it has to know before the first paint how somebody wants to see them: a short
// form of what the browser keeps travels in a cookie. Each list has its own, which goes along with that list's page alone.

const COOKIE = 'ys_list'
/** What a page's request may carry for its list; a layout that takes more shows itself after the first paint. */
const MOST = 2_000

/** Layouts of a list by saved view; `0` is the list without one. */
export type KeptLayouts = Readonly<Record<string, ListLayout>>

const names = /^\w+$/

/** `12~d2~cname.seats~wseats:120~pname:s`: a view, then its density, columns, widths and pins. */
function textOf(view: string, { density, columns, widths, pins }: ListLayout): string {
  const pairs = (of: Record<string, string | number>) =>
    Object.entries(of).map(([name, value]) => `${name}:${typeof value === 'number' ? Math.round(value) : value[0]}`)
  const list = (letter: string, parts: readonly string[] | undefined) => (parts ? [letter + parts.join('.')] : [])
  return [
    view,
    ...(density ? [`d${densities.indexOf(density)}`] : []),
    ...list('c', columns),
    ...list('w', widths && pairs(widths)),
    ...list('p', pins && pairs(pins)),
  ].join('~')
}

/** The cookie's value: the layout of this view first, and of the others as many as there is room for. */
export function layoutText(kept: KeptLayouts, view: string): string {
  const order = Object.keys(kept).sort((one, other) => Number(other === view) - Number(one === view))
  let text = ''
  for (const key of order) {
    const part = textOf(key, kept[key] ?? {})
    const next = text === '' ? part : `${text}!${part}`
    if (next.length <= MOST) text = next
  }
  return text
}

/** What a `Cookie` header or `document.cookie` says of the page's list. Whatever cannot be read is left out. */
export function readLayouts(header: string): KeptLayouts {
  const text = readCookie(header, COOKIE)
  if (!text || text.length > MOST) return {}
  const views = text.split('!').map((part): [string, ListLayout] => {
    const [view = '', ...parts] = part.split('~')
    return [view, Object.assign({}, ...parts.map(partOf))]
  })
  return Object.fromEntries(views.filter(([view]) => /^\d{1,16}$/.test(view)))
}

function partOf(text: string): ListLayout {
  const parts = text === '' ? [] : text.slice(1).split('.')
  const pairs = parts.flatMap((part): [string, string][] => {
    const [name = '', value = ''] = part.split(':')
    return names.test(name) ? [[name, value]] : []
  })
  switch (text[0]) {
    case 'd':
      return densityAt(Number(text.slice(1)))
    case 'c':
      return { columns: parts.filter((part) => names.test(part)) }
    case 'w':
      return { widths: Object.fromEntries(pairs.map(([name, value]) => [name, Number(value) || 0]).filter(isWidth)) }
    case 'p':
      return { pins: Object.fromEntries(pairs.map(([name, value]) => [name, value === 'e' ? 'end' : 'start'])) }
    default:
      return {}
  }
}

function densityAt(index: number): { density?: Density } {
  const density = densities[index]
  return density ? { density } : {}
}

const isWidth = ([, width]: (string | number)[]) => typeof width === 'number' && width >= 40 && width <= 2_000

/** Lets the server know how a list is shown, for the next time that its page is asked for. @param path of that page */
export function writeLayouts(path: string, kept: KeptLayouts, view: string): void {
  const text = layoutText(kept, view)
  if (text === '') removeCookie(COOKIE, path)
  else writeCookie(COOKIE, text, path)
}
