import { relationsOf, relationsPart, type WorkbookRelation } from '../sheet/workbook.server.ts'
import type { Package } from '../sheet/zip-file.server.ts'
import { type CellNote, NoteList, referenceOf } from './note-list.server.ts'
import { boxesOf, higherShapes, shapesXml, withoutShapes } from './note-shapes.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const STRICT_MAIN = 'http://purl.oclc.org/ooxml/spreadsheetml/main'

export type MarkedNotes = {
  /** Parts that are new or changed, by name. Each part is built when it is needed. */
  parts: Map<string, () => string>
  /** The tag by which the sheet refers to the drawing of its notes; undefined when no new tag is needed. */
  drawing: string | undefined
}

/**
 * Adds notes to a sheet, in addition to its own notes. If a cell already has a note, the reason is added below its
 * text. A note has two parts: a text in a list, and a box in a drawing of an old format (VML).
 */
export async function markNotes(
  parts: Package,
  sheet: string,
  notes: readonly CellNote[],
  bookRelations: readonly WorkbookRelation[],
): Promise<MarkedNotes> {
  const changed = new Map<string, () => string>()
  const relations = await relationsOf(parts, sheet)
  const find = (type: string) => relations.find((one) => !one.external && one.type.endsWith(`/${type}`))
  const isStrict = bookRelations.some((one) => one.type.startsWith(STRICT))
  const office = isStrict ? STRICT : OFFICE
  const comments = find('comments')
  const drawing = find('vmlDrawing')
  if (notes.length === 0 && !comments) return { parts: changed, drawing: undefined }

  const commentsPart = (comments && parts.find(comments.target)) ?? freeName(parts, (n) => `xl/comments${n}.xml`)
  const before = comments ? await parts.text(commentsPart) : ''
  const list = new NoteList(before, isStrict ? STRICT_MAIN : MAIN)
  const gone = list.removeOurs()
  const fresh = notes.filter((note) => list.add(note))
  changed.set(commentsPart, () => list.xml())

  const drawingPart =
    (drawing && parts.find(drawing.target)) ?? freeName(parts, (n) => `xl/drawings/vmlDrawing${n}.vml`)
  const shapes = drawing ? await parts.text(drawingPart) : ''
  const kept = withoutShapes(shapes, new Set([...gone].filter((reference) => !list.has(reference))))
  // A cell that was bad in the last returned file may still have its box.
  const boxes = boxesOf(kept)
  const missing = fresh.filter((note) => !boxes.has(referenceOf(note)))
  const own = new Set(fresh.map(referenceOf))
  const shared = new Set(notes.map(referenceOf).filter((reference) => !own.has(reference)))
  changed.set(drawingPart, () => shapesXml(higherShapes(kept, shared), missing))

  if (comments && drawing) return { parts: changed, drawing: undefined }
  const ids = { comments: 'rIdYardstickNotes', drawing: drawing?.id ?? 'rIdYardstickBoxes' }
  const added = [
    ...(comments ? [] : [{ id: ids.comments, type: `${office}/comments`, target: fromPart(sheet, commentsPart) }]),
    ...(drawing ? [] : [{ id: ids.drawing, type: `${office}/vmlDrawing`, target: fromPart(sheet, drawingPart) }]),
  ]
  const relationsName = parts.find(relationsPart(sheet)) ?? relationsPart(sheet)
  const relationsBefore = parts.has(relationsName) ? await parts.text(relationsName) : ''
  changed.set(relationsName, () => withRelations(relationsBefore, added))
  const types = parts.find('[Content_Types].xml')
  if (types) {
    const typesBefore = await parts.text(types)
    changed.set(types, () => withTypes(typesBefore, comments ? undefined : commentsPart))
  }
  return {
    parts: changed,
    drawing: drawing ? undefined : `<legacyDrawing xmlns:r="${office}" r:id="${ids.drawing}"/>`,
  }
}

function freeName(parts: Package, name: (n: number) => string): string {
  let n = 1
  while (parts.find(name(n)) !== undefined) n += 1
  return name(n)
}

/** The way from one part to another, as programs write it. Some do not find an absolute one. */
function fromPart(part: string, target: string): string {
  const folders = part.split('/').slice(0, -1)
  const steps = target.split('/')
  let same = 0
  while (same < folders.length && same < steps.length - 1 && folders[same] === steps[same]) same += 1
  return '../'.repeat(folders.length - same) + steps.slice(same).join('/')
}

function withRelations(xml: string, added: readonly { id: string; type: string; target: string }[]): string {
  const tags = added
    .map(({ id, type, target }) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')
  const empty =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
  const given = (xml || empty).replace(/<Relationships([^<>]*)\/>/, '<Relationships$1></Relationships>')
  return given.replace('</Relationships>', `${tags}</Relationships>`)
}

function withTypes(xml: string, commentsPart: string | undefined): string {
  const vml = /Extension\s*=\s*["']vml["']/i.test(xml)
    ? ''
    : '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
  const comments = commentsPart
    ? `<Override PartName="/${commentsPart}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/>`
    : ''
  return xml.replace('</Types>', `${vml}${comments}</Types>`)
}
