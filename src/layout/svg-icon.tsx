import { createElement, type ReactNode } from 'react'
import type { IconSvg } from './shell-menu.ts'

const SHAPES = new Set(['g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])
const DRAWING = new Set([
  ...['d', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height', 'points', 'transform'],
  ...['fill', 'stroke', 'opacity', 'fill-rule', 'clip-rule', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
])

/** An icon of a menu. Its body comes out of the database, so only shapes and their drawing attributes pass. */
export function SvgIcon({ icon }: { icon: IconSvg }) {
  return (
    <svg aria-hidden="true" viewBox={icon.viewBox} fill="currentColor" className="size-4 shrink-0 opacity-80">
      {shapes(icon.body)}
    </svg>
  )
}

/** Reads the flat markup of icon collections. Groups lose their nesting, which no icon here relies on. */
function shapes(body: string): ReactNode[] {
  return [...body.matchAll(/<([a-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*\/?>/gi)].flatMap(
    ([, tag = '', attributes = ''], key) =>
      SHAPES.has(tag) && tag !== 'g' ? [createElement(tag, { key, ...drawing(attributes) })] : [],
  )
}

function drawing(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
    DRAWING.has(name) ? [[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value] as const] : [],
  )
  return Object.fromEntries(pairs)
}
