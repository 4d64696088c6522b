import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { broken } from '../sheet/sheet-fault.ts'
import { surveySheet } from '../sheet/survey-sheet.server.ts'
import { openWorkbook, relationsOf, type SheetPart, type Workbook, workbookPartOf } from '../sheet/workbook.server.ts'
import type { FileTasks, Marks } from './file-task.ts'
import { VisibleCells } from './mark-merges.ts'
import { markNotes } from './mark-notes.server.ts'
import { allPlaces, type RowPlaces } from './mark-places.ts'
import { markSheet } from './mark-sheet.server.ts'
import { MarkStyles } from './mark-styles.server.ts'
import { MOST_NOTES } from './most-notes.ts'
import type { CellNote } from './note-list.server.ts'
import { reasonColumn, withReasons } from './reason-column.server.ts'
import type { ReasonRows } from './reason-rows.ts'

type Given = FileTasks['markBook']['given']

/**
 * The uploaded workbook, with marks on one of its sheets. Unchanged parts are copied as they are. The sheet is
 * rewritten while it is read. Marks of an earlier return are removed.
 */
export async function markedBook(given: Given, reasons: ReasonRows): Promise<Readable> {
  const { file, sheet, returned } = given
  const book = await openWorkbook(file)
  try {
    const found = book.sheets[sheet]
    if (!found) throw broken()
    const column = returned && (await reasonColumn(book, found, returned))
    const pieces = () => {
      const before = book.package.pieces(found.part)
      if (!returned || column === undefined) return before
      return withReasons(before, { column, header: returned.header }, reasons)
    }
    return await pack(book, found, pieces, given)
  } catch (error) {
    book.close()
    throw error
  }
}

async function pack(
  book: Workbook,
  sheet: SheetPart,
  pieces: () => AsyncIterable<string>,
  { marks, more, remark, prefixes }: Given,
): Promise<Readable> {
  const { part } = sheet
  const parts = book.package
  const relations = await relationsOf(parts, book.part)
  const stylesPart = workbookPartOf(parts, relations, 'styles')
  const styles = new MarkStyles(stylesPart ? await parts.text(stylesPart) : '')
  const places = () => allPlaces(marks, more)
  const { merges, noteBoxes } = await surveySheet(book, sheet)
  const visible = new VisibleCells(merges, widthOf(places()))
  const notes = await markNotes(parts, { part, noteBoxes }, notesOf(visible, marks, { remark, prefixes }), relations)
  const zip = new ZipFile()
  const changed = new Map<string, () => string>(notes.parts)
  const lazily = (name: string, make: () => Readable) =>
    zip.addReadStreamLazy(name, (give) => {
      try {
        give(null, make())
      } catch (error) {
        give(error, Readable.from([]))
      }
    })
  // The styles that the sheet needs are known only after the sheet is written.
  lazily(part, () =>
    Readable.from(markSheet(pieces(), { bad: visible.places(places), styles, drawing: notes.drawing })),
  )
  if (stylesPart) changed.set(stylesPart, () => styles.xml())
  for (const name of new Set([...parts.names, ...changed.keys()])) {
    const make = changed.get(name)
    if (name === part || name.endsWith('/')) continue
    lazily(name, () => Readable.from(make ? [make()] : parts.bytes(name)))
  }
  zip.end()
  // Seam: yazl creates a PassThrough, as its documentation says.
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => book.close())
  return output
}

/** The notes of the first marked cells. The remark is in front of the note of its cell. */
function notesOf(
  visible: VisibleCells,
  marks: Marks,
  { remark, prefixes = [] }: Pick<Given, 'remark' | 'prefixes'>,
): CellNote[] {
  const notes = [...visible.reasons(marks, prefixes)]
    .flatMap(([row, reasons]) => [...reasons].map(([column, text]) => ({ row, column, text })))
    .slice(0, MOST_NOTES)
  if (!remark) return notes
  const { row, column } = visible.place(remark)
  const there = notes.find((note) => note.row === row && note.column === column)
  const others = notes.filter((note) => note !== there)
  return [{ row, column, text: there ? `${remark.text}\n${there.text}` : remark.text }, ...others]
}

function widthOf(places: Iterable<RowPlaces>): number {
  let width = 0
  for (const [, columns] of places) width = Math.max(width, (columns.at(-1) ?? -1) + 1)
  return width
}
