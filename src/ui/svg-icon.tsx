import { createElement, type ReactNode, useEffect } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Icon } from '#src/lib/icon.ts'

const SHAPES = new Set(['g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])
const DRAWING = new Set(
  `d cx cy r rx ry x y x1 x2 y1 y2 width height points transform
  fill stroke opacity fill-rule clip-rule stroke-width stroke-linecap stroke-linejoin`.split(/\s+/),
)

/** An icon of a menu. Its body comes from the database, so only shapes and their drawing attributes are rendered. */
export function SvgIcon({ icon, className = 'size-4 opacity-80' }: { icon: Icon; className?: string }) {
  if ('font' in icon) return <FontIcon font={icon.font} className={className} />
  return (
    <svg aria-hidden="true" viewBox={icon.viewBox} fill="currentColor" className={cx('shrink-0', className)}>
      {inside(icon.body.matchAll(TAG))}
    </svg>
  )
}

/** An icon of the icon font. The first one on a page loads the font's style sheet. Nothing waits for it. */
function FontIcon({ font, className }: { font: string; className: string }) {
  useEffect(() => {
    const href = document.documentElement.dataset.iconSheet
    if (!href || document.getElementById('icon-sheet')) return
    document.head.append(Object.assign(document.createElement('link'), { id: 'icon-sheet', rel: 'stylesheet', href }))
  }, [])
  return (
    <span aria-hidden className={cx('inline-grid shrink-0 place-items-center leading-none', className)}>
      <i className={font} />
    </span>
  )
}

const TAG = /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/gi

/** The shapes up to the end of the current group in `tags`. */
function inside(tags: Iterator<RegExpExecArray>): ReactNode[] {
  const nodes: ReactNode[] = []
  for (let next = tags.next(); !next.done; next = tags.next()) {
    const [, end, tag = '', attributes = '', empty] = next.value
    if (end && tag === 'g') return nodes
    if (end || !SHAPES.has(tag)) continue
    const children = tag === 'g' && !empty ? inside(tags) : undefined
    nodes.push(createElement(tag, { key: nodes.length, ...drawing(attributes) }, children))
  }
  return nodes
}

function drawing(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
    DRAWING.has(name) ? [[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value] as const] : [],
  )
  return Object.fromEntries(pairs)
}
