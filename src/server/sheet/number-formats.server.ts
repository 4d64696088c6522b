import { format } from 'numfmt'
import { broken } from './sheet-fault.ts'
import { attributeOf, XmlScan } from './xml-scan.server.ts'

/**
 * The meaning of a number in a cell of a style. `code` is the format that makes the text which a user sees. `texts` is
 * the part of it for texts, when it adds words to them or hides them.
 */
export type NumberLook = { code?: string; texts?: string } & (
  | { kind: 'number' }
  /** Shown with leading zeros up to this length: 00123. */
  | { kind: 'padded'; length: number }
  | { kind: 'percent' }
  | { kind: 'date' | 'time' | 'datetime' }
)

/** How the styles of a workbook show numbers, by style index. */
export type NumberFormats = { looks: readonly NumberLook[]; date1904: boolean }

/** Maximum styles of cells; the format itself allows 65,490. */
const MAX_STYLES = 200_000
/** Maximum characters of a number format; programs allow 255. */
const MAX_CODE = 1_000

const PLAIN: NumberLook = { kind: 'number' }

/** Formats that have a number but no code in the file, as a Chinese program shows them. */
const BUILT_IN = new Map<number, NumberLook>(
  Object.entries({
    '0': [1],
    '0.00': [2],
    '#,##0': [3, 37, 38],
    '#,##0.00': [4, 39, 40],
    '0%': [9],
    '0.00%': [10],
    '0.00E+00': [11],
    '# ?/?': [12],
    '# ??/??': [13],
    'yyyy/m/d': [14],
    'd-mmm-yy': [15],
    'd-mmm': [16],
    'mmm-yy': [17],
    'h:mm AM/PM': [18],
    'h:mm:ss AM/PM': [19],
    'h:mm': [20],
    'h:mm:ss': [21],
    'yyyy/m/d h:mm': [22],
    'm-d-yy': [30],
    'yyyy"年"m"月"': [27, 36, 50, 52, 57],
    'm"月"d"日"': [28, 29, 51, 53, 54, 58],
    'yyyy"年"m"月"d"日"': [31],
    'h"时"mm"分"': [32],
    'h"时"mm"分"ss"秒"': [33],
    '上午/下午h"时"mm"分"': [34, 55],
    '上午/下午h"时"mm"分"ss"秒"': [35, 56],
    'mm:ss': [45],
    '[h]:mm:ss': [46],
    'mm:ss.0': [47],
    '##0.0E+0': [48],
  }).flatMap(([code, ids]) => ids.map((id) => [id, lookOf(code)] as const)),
)

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
  const texts = textSection(sectionsOf(code))
  return texts === undefined ? numberLookOf(code) : { ...numberLookOf(code), texts }
}

function numberLookOf(code: string): NumberLook {
  const [positive = ''] = sectionsOf(code)
  // Removes quoted words, escaped characters, widths, repetitions, colours and languages. `[h]` counts hours.
  const bare = positive
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(h+|m+|s+)\]/gi, '$1')
    .replaceAll(/\[[^[\]]*\]/g, '')
  if (/general/i.test(bare) || bare.includes('@')) return isPlain(code) ? PLAIN : { kind: 'number', code }
  if (bare.includes('%')) return { kind: 'percent', code }
  if (/^0{2,}$/.test(bare)) return { kind: 'padded', length: bare.length, code }
  const hasDay = /[yd]|aaa/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare))
  const hasTime = /[hs]/i.test(bare)
  if (!hasDay && !hasTime) return { kind: 'number', code }
  return { kind: hasDay ? (hasTime ? 'datetime' : 'date') : 'time', code }
}

/**
 * The parts of a format: for positive and negative numbers, for zero, and for texts. Quoted words may hold a semicolon.
 */
function sectionsOf(code: string): string[] {
  const ends = [...code.matchAll(/"[^"]*"|\\.|;/g)].flatMap(({ 0: sign, index }) => (sign === ';' ? [index] : []))
  return [...ends, code.length].map((end, at) => code.slice((ends[at - 1] ?? -1) + 1, end))
}

/** Whether a part of a format shows a value as it is: only colours, languages, widths and filling stand beside it. */
function isPlain(section: string): boolean {
  const rest = section.replaceAll(/_.|\*.|\[(?!DBNum)[^[\]]*\]/gi, '').trim()
  return /^(general|@)$/i.test(rest)
}

/** The part for texts: the fourth, else the one that has their sign. Undefined when texts stay as they are. */
function textSection(sections: readonly string[]): string | undefined {
  const section = sections[3] ?? sections.find((one) => one.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').includes('@'))
  return section === undefined || isPlain(section) ? undefined : section
}

/** The text that a program shows for a text. Undefined when it shows the text itself. */
export function shownText(look: NumberLook | undefined, text: string): string | undefined {
  if (look?.texts === undefined) return undefined
  try {
    const shown = look.texts === '' ? '' : format(look.texts, text, { nbsp: false }).trim()
    return shown === text.trim() ? undefined : shown
  } catch {
    return undefined
  }
}

/** The part that shows a number as it is, with words around it: `General"间"`. Undefined when it is another part. */
function wordsAround(code: string, number: number): string | undefined {
  // Conditions as [>10] choose the part by themselves.
  if (!/general|@/i.test(code) || /\[[<>=]/.test(code)) return undefined
  const sections = sectionsOf(code)
  const section = sections[number > 0 ? 0 : number < 0 ? 1 : 2] ?? sections[0] ?? ''
  const bare = section.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]/g, '')
  return /general/i.test(bare) || bare.includes('@') ? section : undefined
}

/**
 * The text that a program shows for a number. Undefined when it shows the plain number, null when its text is not
 * known: the format is broken, writes digits as Chinese numerals, or shortens the number.
 */
export function shownNumber(
  look: NumberLook | undefined,
  number: number,
  date1904: boolean,
): string | null | undefined {
  const code = look?.code
  if (!look || code === undefined) return undefined
  const isDay = look.kind === 'date' || look.kind === 'time' || look.kind === 'datetime'
  // Programs show a day before the first one as a row of `#`.
  if (/\[DBNum/i.test(code) || /[#0?]E[+-]/i.test(code) || (isDay && number < 0)) return null
  // Without a language of its own, a format names days and months in English, except where its sign is Chinese.
  const locale = /aaa|上午/.test(code) ? 'zh-CN' : 'en-US'
  try {
    const around = wordsAround(code, number)
    if (around !== undefined) {
      const isNegated = number < 0 && sectionsOf(code).length > 1
      const text = String(Number((isNegated ? -number : number).toPrecision(15)))
      return format(around.replace(/general/i, '@'), text, { nbsp: false }).trim()
    }
    const serial = isDay && date1904 ? number + 1462 : number
    return format(code.replaceAll('上午/下午', 'AM/PM'), serial, { locale, nbsp: false }).trim()
  } catch {
    return null
  }
}
