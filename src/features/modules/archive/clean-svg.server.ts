import sanitizeHtml from 'sanitize-html'
import { MOST_OF_DRAWING } from './module-limits.ts'

const elements =
  'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop title desc clipPath use'
const attributes =
  'id d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height points viewBox preserveAspectRatio transform ' +
  'gradientTransform gradientUnits spreadMethod clipPathUnits offset pathLength xmlns fill fill-opacity fill-rule ' +
  'stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset ' +
  'stroke-opacity stop-color stop-opacity opacity color display visibility clip-path clip-rule vector-effect ' +
  'paint-order shape-rendering role aria-hidden aria-label href'

const NAMESPACE = 'http://www.w3.org/2000/svg'
/** Ids of a drawing begin with this, so that they are none of the page that shows it. */
const PREFIX = 'd-'
/** Each may draw what the one before has drawn several times, so that a few more would keep a browser busy. */
const MOST_USES = 10

const options: sanitizeHtml.IOptions = {
  allowedTags: elements.split(' '),
  allowedAttributes: { '*': attributes.split(' ') },
  allowedSchemes: [],
  allowProtocolRelative: false,
  enforceHtmlBoundary: false,
  selfClosing: [],
  nonTextTags: 'script style foreignObject iframe text image switch'.split(' '),
  nestingLimit: 60,
  parser: { xmlMode: true, decodeEntities: true },
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: localOnly(tagName, attribs) }) },
}

/** What refers to something refers to a part of the same drawing. */
function localOnly(tagName: string, given: Record<string, string>): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return value === NAMESPACE ? [[name, value]] : []
    if (name === 'id') return /^[\w-]{1,60}$/.test(value) ? [[name, prefixed(value)]] : []
    if (name === 'href' || name === 'xlink:href') {
      const [, id] = /^#([\w-]{1,60})$/.exec(value) ?? []
      return tagName === 'use' && id !== undefined ? [['href', `#${prefixed(id)}`]] : []
    }
    if (!/url|\\/i.test(value)) return [[name, value]]
    const [, id] = /^url\(["']?#([\w-]{1,60})["']?\)$/.exec(value.trim()) ?? []
    return id === undefined ? [] : [[name, `url(#${prefixed(id)})`]]
  })
  return Object.fromEntries(tagName === 'svg' ? [['xmlns', NAMESPACE], ...kept] : kept)
}

function prefixed(id: string): string {
  return id.startsWith(PREFIX) ? id : `${PREFIX}${id}`
}

/**
 * A drawing with nothing but shapes, colors and what they refer to among themselves. What is cleaned once stays as it
 * is.
 * @returns undefined for what is no drawing, or cannot be made one
 */
export function cleanSvg(bytes: Buffer): Buffer | undefined {
  if (bytes.length > MOST_OF_DRAWING) return undefined
  const text = textOf(bytes)
  // A declaration of a type may declare entities, which stand for anything.
  if (text === undefined || /<!(?!--)/.test(text)) return undefined
  const cleaned = sanitizeHtml(text, options).trim()
  const count = (part: string) => cleaned.split(part).length - 1
  const isOne = cleaned.startsWith('<svg ') && cleaned.endsWith('</svg>') && count('<svg ') === 1
  return isOne && count('<use') <= MOST_USES ? Buffer.from(cleaned) : undefined
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
