import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Merge } from '../sheet/merges.ts'
import { broken } from '../sheet/sheet-fault.ts'
import { surveySheet } from '../sheet/survey-sheet.server.ts'
import { openWorkbook, relationsOf, type Workbook, workbookPartOf } from '../sheet/workbook.server.ts'
import type { FileTasks, Marks } from './file-task.ts'
import { markNotes } from './mark-notes.server.ts'
import { markSheet } from './mark-sheet.server.ts'
import { MarkStyles } from './mark-styles.server.ts'
import type { CellNote } from './note-list.server.ts'
import { reasonColumn, withReasons } from './reason-column.server.ts'
import type { ReasonRows } from './reason-rows.ts'

/**
 * The uploaded workbook, with marks on one of its sheets. Unchanged parts are copied as they are. The sheet is
 * rewritten while it is read. Marks of an earlier return are removed.
 */
export async function markedBook(
  { file, sheet, marks: given, returned }: FileTasks['markBook']['given'],
  reasons: ReasonRows,
): Promise<Readable> {
  const book = await openWorkbook(file)
  try {
    const found = book.sheets[sheet]
    if (!found) throw broken()
    const { part } = found
    const { merges } = await surveySheet(book, found)
    const marks = onVisibleCells(given, merges)
    const column = returned && (await reasonColumn(book, found, returned))
    const pieces = () => {
      const before = book.package.pieces(part)
      if (!returned || column === undefined) return before
      return withReasons(before, { column, header: returned.header }, reasons)
    }
    return await pack(book, part, pieces, marks)
  } catch (error) {
    book.close()
    throw error
  }
}

async function pack(
  book: Workbook,
  part: string,
  pieces: () => AsyncIterable<string>,
  marks: Marks,
): Promise<Readable> {
  const parts = book.package
  const relations = await relationsOf(parts, book.part)
  const stylesPart = workbookPartOf(parts, relations, 'styles')
  const styles = new MarkStyles(stylesPart ? await parts.text(stylesPart) : '')
  const notes = await markNotes(parts, part, notesOf(marks), relations)
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
  lazily(part, () => Readable.from(markSheet(pieces(), { marks, styles, drawing: notes.drawing })))
  if (stylesPart) changed.set(stylesPart, () => styles.xml())
  for (const name of new Set([...parts.names, ...changed.keys()])) {
    const make = changed.get(name)
    if (name === part || name.endsWith('/')) continue
    if (make) lazily(name, () => Readable.from([make()]))
    else {
      zip.addReadStreamLazy(name, (give) => {
        parts.stream(name).then(
          (stream) => give(null, stream),
          (error: unknown) => give(error, Readable.from([])),
        )
      })
    }
  }
  zip.end()
  // Seam: yazl creates a PassThrough, as its documentation says.
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  output.on('close', () => book.close())
  return output
}

function notesOf(marks: Marks): CellNote[] {
  return [...marks].flatMap(([row, sentences]) => [...sentences].map(([column, text]) => ({ row, column, text })))
}

/** Only the first of merged cells is visible. An error in a cell below it is shown in the first cell, and only once. */
function onVisibleCells(marks: Marks, merges: readonly Merge[]): Marks {
  if (merges.length === 0) return marks
  const byColumn = Map.groupBy(
    merges.filter((merge) => merge.lastRow > merge.firstRow && merge.lastRow - merge.firstRow < 10_000),
    (merge) => merge.firstColumn,
  )
  const visible: Marks = new Map()
  for (const [row, sentences] of marks) {
    for (const [column, text] of sentences) {
      const merge = lastUntil(byColumn.get(column) ?? [], row)
      const at = merge && row <= merge.lastRow ? merge.firstRow : row
      const there = visible.get(at) ?? new Map<number, string>()
      const before = there.get(column)
      there.set(column, before === undefined || before.includes(text) ? text : `${before}\n${text}`)
      visible.set(at, there)
    }
  }
  return visible
}

/** The last area that begins in this row or above. @param merges in the order of their first rows */
function lastUntil(merges: readonly Merge[], row: number): Merge | undefined {
  let from = 0
  let to = merges.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((merges[middle]?.firstRow ?? 0) <= row) from = middle + 1
    else to = middle
  }
  return merges[from - 1]
}
