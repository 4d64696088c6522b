import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

/** A drawing as the server sends it, without the marks that React puts between texts. */
export const drawn = (chart: ReactElement): string => renderToString(chart).replaceAll('<!-- -->', '')

/** The attributes of all elements of this name in a drawing, in their order. */
export function elementsOf(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  )
}

/** The texts of a drawing, in their order. */
export const textsIn = (html: string): string[] =>
  [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text)

/** The words that a mouse shows on the marks of a drawing. */
export const titlesIn = (html: string): string[] =>
  [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = '']) => text)
