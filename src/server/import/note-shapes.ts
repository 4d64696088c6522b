import { columnLetters, isRowNumber, SHEET_COLUMNS } from '../sheet/cell.ts'

type Place = { row: number; column: number }

const EMPTY = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">
<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>
</xml>`

/** The shape type of note boxes. Its id differs from the usual one, which the drawing may already use. */
const KIND = `<v:shapetype id="_yardstick_note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`

/** Adds boxes of notes to a drawing. A box is hidden until the user points at its cell. */
export function shapesXml(before: string, notes: readonly Place[]): string {
  const xml = before || EMPTY
  if (notes.length === 0) return xml
  const kind = xml.includes('_yardstick_note') ? '' : KIND
  const shapes = notes.map(shape).join('')
  const end = xml.lastIndexOf('</xml>')
  return end < 0 ? xml : `${xml.slice(0, end)}${kind}${shapes}${xml.slice(end)}`
}

function shape({ row, column }: Place): string {
  const from = row - 1
  // Column and row with their offsets, from and to. The box is beside the cell, three columns wide and five rows high.
  const anchor = `${column + 1}, 15, ${Math.max(0, from - 1)}, 10, ${column + 4}, 15, ${from + 4}, 4`
  return `<v:shape id="_yardstick_${row}_${column}" type="#_yardstick_note" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${from}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
}

/** Minimum rows of a box in which our text is below other text. */
const LEAST_ROWS = 8

/** Makes some boxes high enough for more text. @param references for example `C5` */
export function higherShapes(xml: string, references: ReadonlySet<string>): string {
  if (references.size === 0) return xml
  return eachShape(xml, (whole, reference) => {
    if (!references.has(reference)) return whole
    return whole.replace(/<x:Anchor>([^<]*)<\/x:Anchor>/, (anchor: string, list: string) => {
      // Column and row with their offsets, from and to.
      const places = list.split(',').map((part) => Number(part.trim()))
      const [top = 0, bottom = 0] = [places[2], places[6]]
      if (places.length !== 8 || places.some(Number.isNaN) || bottom - top >= LEAST_ROWS) return anchor
      return `<x:Anchor>${places.with(6, top + LEAST_ROWS).join(', ')}</x:Anchor>`
    })
  })
}

const END = '</v:shape>'

function eachShape(xml: string, change: (whole: string, reference: string) => string): string {
  const pieces: string[] = []
  const begin = /<v:shape\s/g
  let done = 0
  for (;;) {
    begin.lastIndex = done
    const start = begin.exec(xml)?.index ?? -1
    const end = start < 0 ? -1 : xml.indexOf(END, start)
    if (end < 0) break
    const whole = xml.slice(start, end + END.length)
    const row = /<x:Row>\s*(\d+)\s*<\/x:Row>/.exec(whole)?.[1]
    const column = /<x:Column>\s*(\d+)\s*<\/x:Column>/.exec(whole)?.[1]
    const place = { row: Number(row) + 1, column: Number(column) }
    const isCell = isRowNumber(place.row) && place.column < SHEET_COLUMNS
    pieces.push(xml.slice(done, start), isCell ? change(whole, `${columnLetters(place.column)}${place.row}`) : whole)
    done = end + END.length
  }
  return pieces.join('') + xml.slice(done)
}

/** Removes the boxes of some cells. @param references for example `C5` */
export function withoutShapes(xml: string, references: ReadonlySet<string>): string {
  if (xml === '' || references.size === 0) return xml
  return eachShape(xml, (whole, reference) => (references.has(reference) ? '' : whole))
}

/** The cells that have a box, as references. */
export function boxesOf(xml: string): Set<string> {
  const boxes = new Set<string>()
  eachShape(xml, (whole, reference) => {
    boxes.add(reference)
    return whole
  })
  return boxes
}
