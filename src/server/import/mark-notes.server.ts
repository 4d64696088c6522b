import { MAIN, OFFICE, PACKAGE } from '../export/export-book.server.ts'
import { relationsOf, relationsPart, type WorkbookRelation, workbookPartOf } from '../sheet/workbook.server.ts'
import type { Package } from '../sheet/zip-file.server.ts'
import { type CellNote, NoteList, referenceOf } from './note-list.server.ts'
import { boxesOf, higherShapes, shapesXml, withoutShapes } from './note-shapes.ts'

// The names of the strict edition of the format.
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
export const STRICT_MAIN = 'http://purl.oclc.org/ooxml/spreadsheetml/main'

export type MarkedNotes = {
  /** Parts that are new or changed, by name. Each part is built when it is needed. */
  parts: Map<string, () => string>
  /** The tag by which the sheet refers to the drawing of its notes; undefined when no new tag is needed. */
  drawing: string | undefined
}

/**
 * Adds notes to a sheet, in addition to its own notes. If a cell already has a note, the reason is added below its
 * text. A note has two parts: a text in a list, and a box in a drawing of an old format (VML).
 * @param noteBoxes the sheet's relation to that drawing. A drawing of its headers or footers is another one
 */
export async function markNotes(
  parts: Package,
  { part: sheet, noteBoxes }: { part: string; noteBoxes: string | undefined },
  notes: readonly CellNote[],
  bookRelations: readonly WorkbookRelation[],
): Promise<MarkedNotes> {
  const changed = new Map<string, () => string>()
  const relations = await relationsOf(parts, sheet)
  const isStrict = bookRelations.some((one) => one.type.startsWith(STRICT))
  const office = isStrict ? STRICT : OFFICE
  const comments = workbookPartOf(parts, relations, 'comments')
  const boxesPart = relations.find(({ id, external }) => id === noteBoxes && !external)?.target
  const drawing = boxesPart && parts.find(boxesPart)
  if (notes.length === 0 && !comments) return { parts: changed, drawing: undefined }

  const commentsPart = comments ?? freeName(parts, (n) => `xl/comments${n}.xml`)
  const before = comments ? await parts.text(commentsPart) : ''
  const list = new NoteList(before, isStrict ? STRICT_MAIN : MAIN)
  const gone = list.removeOurs()
  const fresh = notes.filter((note) => list.add(note))
  changed.set(commentsPart, () => list.xml())

  const drawingPart = drawing ?? freeName(parts, (n) => `xl/drawings/vmlDrawing${n}.vml`)
  const shapes = drawing ? await parts.text(drawingPart) : ''
  const kept = withoutShapes(shapes, new Set([...gone].filter((reference) => !list.has(reference))))
  // A cell that was bad in the last returned file may still have its box, and not every program writes one.
  const boxes = boxesOf(kept)
  const missing = notes.filter((note) => !boxes.has(referenceOf(note)))
  const own = new Set(fresh.map(referenceOf))
  const shared = new Set(notes.map(referenceOf).filter((reference) => !own.has(reference)))
  changed.set(drawingPart, () => shapesXml(higherShapes(kept, shared), missing))

  if (comments && drawing) return { parts: changed, drawing: undefined }
  const ids = { comments: 'rIdYardstickNotes', drawing: 'rIdYardstickBoxes' }
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
  const empty = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${PACKAGE}/relationships"/>`
  const tags = added.map(({ id, type, target }) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
  return withTags(xml || empty, tags)
}

function withTypes(xml: string, commentsPart: string | undefined): string {
  const type = 'application/vnd.openxmlformats-officedocument'
  return withTags(xml, [
    ...(/Extension\s*=\s*["']vml["']/i.test(xml)
      ? []
      : [`<Default Extension="vml" ContentType="${type}.vmlDrawing"/>`]),
    ...(commentsPart
      ? [`<Override PartName="/${commentsPart}" ContentType="${type}.spreadsheetml.comments+xml"/>`]
      : []),
  ])
}

/** Adds empty tags to the end of a package's list, with the prefix of the list. */
function withTags(xml: string, tags: readonly string[]): string {
  const list = /<([\w.-]{1,60}:)?(Relationships|Types)(?=[\s/>])[^<>]*>/.exec(xml)
  if (!list) return xml
  const { 0: tag, 1: prefix = '', 2: name = '', index } = list
  const added = tags.join('').replaceAll('<', `<${prefix}`)
  const end = `</${prefix}${name}`
  const behind = index + tag.length
  if (tag.endsWith('/>')) return `${xml.slice(0, behind - 2)}>${added}${end}>${xml.slice(behind)}`
  const at = xml.lastIndexOf(end)
  return at < 0 ? xml : xml.slice(0, at) + added + xml.slice(at)
}
