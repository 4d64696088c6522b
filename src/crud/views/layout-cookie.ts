import { readCookie, removeCookie, writeCookie } from '#src/lib/cookie.ts'
import { type Density, densities, type ListLayout } from './list-layout.ts'

// The server renders a list's first rows, so it must know the user's layout before the first paint. A cookie contains a
// short form of the layouts that the browser keeps. Each list has its own cookie, sent only with that list's page.

const COOKIE = 'ys_list'
/** The longest text in the cookie. A longer layout only appears after the first paint. */
const MOST = 2_000

/** The layouts of a list by the id of the saved view. `0` is the list without a view. */
export type KeptLayouts = Readonly<Record<string, ListLayout>>

const names = /^\w+$/

/** For example `12~d2~cname.seats~wseats:120~pname:s`: a view, then its density, columns, widths and pins. */
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

/** The cookie's value: the layout of this view first, then as many other layouts as fit. */
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

/** The layouts of the page's list in a `Cookie` header or in `document.cookie`. Invalid parts are left out. */
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

/** Writes the layouts of a list to its cookie, for the next request of its page. @param path the path of that page */
export function writeLayouts(path: string, kept: KeptLayouts, view: string): void {
  const text = layoutText(kept, view)
  if (text === '') removeCookie(COOKIE, path)
  else writeCookie(COOKIE, text, path)
}
