import { broken } from './sheet-fault.ts'
import { attributeOf, XmlScan } from './xml-scan.server.ts'

/** The meaning of a number in a cell of a style. */
export type NumberLook =
  | { kind: 'number' }
  /** Shown with leading zeros up to this length: 00123. */
  | { kind: 'padded'; length: number }
  | { kind: 'percent' }
  | { kind: 'date' | 'time' | 'datetime' }

/** How the styles of a workbook show numbers, by style index. */
export type NumberFormats = { looks: readonly NumberLook[]; date1904: boolean }

/** Maximum styles of cells; the format itself allows 65,490. */
const MAX_STYLES = 200_000
/** Maximum characters of a number format; programs allow 255. */
const MAX_CODE = 1_000

const PLAIN: NumberLook = { kind: 'number' }

/** Formats that have a number but no code. 27 to 36 and 50 to 58 belong to Chinese and Japanese programs. */
const BUILT_IN = new Map<number, NumberLook>([
  [9, { kind: 'percent' }],
  [10, { kind: 'percent' }],
  ...numbers(14, 17, 'date'),
  ...numbers(18, 21, 'time'),
  ...numbers(22, 22, 'datetime'),
  ...numbers(27, 31, 'date'),
  ...numbers(32, 35, 'time'),
  ...numbers(36, 36, 'date'),
  ...numbers(45, 47, 'time'),
  ...numbers(50, 54, 'date'),
  ...numbers(55, 56, 'time'),
  ...numbers(57, 58, 'date'),
])

function numbers(from: number, to: number, kind: 'date' | 'time' | 'datetime'): [number, NumberLook][] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, { kind }])
}

/** Reads `styles.xml`. */
export function readFormats(xml: string, date1904: boolean): NumberFormats {
  const known = new Map<number, NumberLook>()
  const looks: NumberLook[] = []
  let inCells = false
  const scan = new XmlScan({
    open(name, attributes) {
      if (name === 'numFmt')
        known.set(Number(attributeOf(attributes, 'numFmtId')), lookOf(attributeOf(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        if (looks.length === MAX_STYLES) throw broken()
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
        looks.push(known.get(id) ?? BUILT_IN.get(id) ?? PLAIN)
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  scan.write(xml)
  scan.end()
  return { looks, date1904 }
}

/** The meaning that a format's code gives to a number. */
export function lookOf(code: string): NumberLook {
  if (code.length > MAX_CODE) return PLAIN
  const [positive = ''] = code.split(';')
  // Removes quoted words, escaped characters, widths, repetitions, colours and languages. `[h]` counts hours.
  const bare = positive
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(h+|m+|s+)\]/gi, '$1')
    .replaceAll(/\[[^[\]]*\]/g, '')
  if (/general/i.test(bare) || bare.includes('@')) return PLAIN
  if (bare.includes('%')) return { kind: 'percent' }
  if (/^0{2,}$/.test(bare)) return { kind: 'padded', length: bare.length }
  const hasDay = /[yd]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare))
  const hasTime = /[hs]/i.test(bare)
  if (!hasDay && !hasTime) return PLAIN
  return { kind: hasDay ? (hasTime ? 'datetime' : 'date') : 'time' }
}
