import { attributeOf, XmlScan } from '../sheet/xml-scan.server.ts'

/** The colour of a bad cell. Its last digit differs from other reds, so that a later return recognizes it. */
const COLOUR = 'FFFFC7CD'
/** This colour in a fill, as it is written by us or by a program that saved the file since. */
const IS_OURS = /\srgb\s*=\s*["'](?:[\da-f]{2})?FFC7CD["']/i
const FILL = `<fill><patternFill patternType="solid"><fgColor rgb="${COLOUR}"/><bgColor indexed="64"/></patternFill></fill>`

/** The number of the format `@` in every workbook. */
const TEXT_FORMAT = '49'

/** The styles of a workbook. Each style of a bad cell gets a twin: the same style with another colour. */
export class MarkStyles {
  readonly #before: string
  readonly #xfs: string[] = []
  readonly #fills: string[] = []
  readonly #added: string[] = []
  /** What was asked for, with the index of its style. Each cell asks, and a style may be long. */
  readonly #known = new Map<string, number>()
  #places = { fills: { from: -1, to: -1 }, cells: { from: -1, to: -1 } }
  /** The indexes of our fills, when an earlier return has added them. Programs may have written more than one. */
  readonly #ourFills: ReadonlySet<number>
  /** The index of the fill that bad cells get. */
  readonly #fill: number

  constructor(xml: string) {
    this.#before = xml
    this.#read(xml)
    this.#ourFills = new Set(this.#fills.flatMap((fill, at) => (IS_OURS.test(fill) ? [at] : [])))
    const [first = this.#fills.length] = this.#ourFills
    this.#fill = first
  }

  /** The index of a style's twin in our colour. If the workbook has no styles, nothing can be coloured. */
  marked(style: number): number {
    return this.#once(`${style}:marked`, () => this.#twin(style, this.#fill))
  }

  /** A style without the colour of an earlier return. Any other style stays as it is. */
  plain(style: number): number {
    if (this.#ourFills.size === 0) return style
    return this.#once(`${style}:plain`, () =>
      this.#ourFills.has(fillOf(this.#xf(style))) ? this.#twin(style, 0) : style,
    )
  }

  /** The same style for texts as they are typed: 0012 stays 0012. */
  exact(style: number): number {
    return this.#once(`${style}:exact`, () => {
      const xf = this.#xf(style)
      const [tag = ''] = /^<[^>]*>/.exec(xf) ?? []
      if (attributeOf(tag, 'numFmtId') === TEXT_FORMAT) return style
      const bare = tag.replaceAll(/\s(numFmtId|applyNumberFormat)\s*=\s*("[^"]*"|'[^']*')/g, '')
      const added = bare.replace(/(\/?>)$/, ` numFmtId="${TEXT_FORMAT}" applyNumberFormat="1"$1`)
      return this.#add(added + xf.slice(tag.length), style)
    })
  }

  /** The index of a style that is not one of the workbook. */
  own(xf: string): number {
    return this.#once(xf, () => this.#add(prefixed(xf, prefixAt(this.#before, this.#places.cells.to)), 0))
  }

  /** The XML of the styles, with the added ones. */
  xml(): string {
    if (this.#added.length === 0 || this.#places.cells.to < 0) return this.#before
    const { fills, cells } = this.#places
    const needsFill = this.#ourFills.size === 0 && fills.to >= 0
    const insert = [
      ...(needsFill ? [{ ...fills, text: FILL, more: 1 }] : []),
      { ...cells, text: this.#added.join(''), more: this.#added.length },
    ]
    let xml = this.#before
    for (const { from, to, text, more } of insert.sort((one, other) => other.to - one.to)) {
      const list = counted(xml.slice(from, to), more) + prefixed(text, prefixAt(xml, to))
      xml = xml.slice(0, from) + list + xml.slice(to)
    }
    return xml
  }

  #twin(style: number, fill: number): number {
    return this.#places.fills.to < 0 ? style : this.#add(withFill(this.#xf(style), fill), style)
  }

  #xf(style: number): string {
    const added = this.#added[style - this.#xfs.length]
    return this.#xfs[style] ?? added ?? this.#xfs[0] ?? '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
  }

  /** The index of an added style. @param otherwise for a workbook that has no list of styles */
  #add(xf: string, otherwise: number): number {
    if (this.#places.cells.to < 0) return otherwise
    this.#added.push(xf)
    return this.#xfs.length + this.#added.length - 1
  }

  #once(key: string, make: () => number): number {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#known.set(key, made)
    return made
  }

  /** Collects the fills and styles as they are written, and where their lists end. */
  #read(xml: string): void {
    let at = 0
    let list = ''
    let depth = 0
    let from = 0
    let current: string[] = []
    const piece = (raw: string) => {
      if (list !== '') current.push(raw)
    }
    const scan = new XmlScan({
      open: (name, _attributes, raw) => {
        if (list === '' && (name === 'fills' || name === 'cellXfs')) {
          list = name
          from = at
        } else if (list !== '') {
          if (depth === 0) current = []
          depth += 1
          piece(raw)
        }
        at += raw.length
      },
      close: (name, raw) => {
        if (list !== '' && depth === 0 && name === list) {
          // An empty tag has no place for more.
          this.#places[list === 'fills' ? 'fills' : 'cells'] = { from, to: raw === '' ? -1 : at }
          list = ''
        } else if (list !== '') {
          piece(raw)
          depth -= 1
          if (depth === 0) (list === 'fills' ? this.#fills : this.#xfs).push(current.join(''))
        }
        at += raw.length
      },
      text: (raw) => {
        piece(raw)
        at += raw.length
      },
      other: (raw) => {
        at += raw.length
      },
    })
    scan.write(xml)
    scan.end()
  }
}

function fillOf(xf = ''): number {
  const [tag = ''] = /^<[^>]*>/.exec(xf) ?? []
  return Number(attributeOf(tag, 'fillId') ?? 0)
}

function withFill(xf: string, fill: number): string {
  const [tag = ''] = /^<[^>]*>/.exec(xf) ?? []
  const bare = tag.replaceAll(/\s(fillId|applyFill)\s*=\s*("[^"]*"|'[^']*')/g, '')
  return bare.replace(/(\/?>)$/, ` fillId="${fill}" applyFill="1"$1`) + xf.slice(tag.length)
}

/** The prefix of the tag that closes at a position: `x:` of `</x:cellXfs>`. */
function prefixAt(xml: string, at: number): string {
  return /^<\/([\w.-]+:)?/.exec(xml.slice(at, at + 60))?.[1] ?? ''
}

/** Gives our tags the prefix of the document. Copied tags already have it. */
function prefixed(text: string, prefix: string): string {
  return prefix === '' || text.startsWith(`<${prefix}`) ? text : text.replaceAll(/<(\/?)(\w)/g, `<$1${prefix}$2`)
}

/** Corrects the `count` attribute in the tag that begins a list. */
function counted(list: string, more: number): string {
  const end = list.indexOf('>') + 1
  const tag = list
    .slice(0, end)
    .replace(/(\scount\s*=\s*["'])(\d+)/, (_, open: string, count: string) => `${open}${Number(count) + more}`)
  return tag + list.slice(end)
}
