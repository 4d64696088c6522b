import { looksLikeFormula } from '../export/csv-cell.ts'
import { MAIN, STYLES, STYLES_XML } from '../export/export-book.server.ts'
import type { SheetRow } from '../sheet/cell.ts'
import { csvRows } from '../sheet/csv-rows.server.ts'
import { type Merge, mergeFiller } from '../sheet/merges.ts'
import { broken } from '../sheet/sheet-fault.ts'
import { surveySheet } from '../sheet/survey-sheet.server.ts'
import { openWorkbook, relationsOf, workbookPartOf } from '../sheet/workbook.server.ts'
import { type ColumnLooks, workbookRows } from '../sheet/workbook-rows.server.ts'
import type { Return } from './file-task.ts'
import { STRICT_MAIN } from './mark-notes.server.ts'
import { MarkStyles } from './mark-styles.server.ts'

/** The rows of a file, and how they look in a workbook. */
export type ReturnSource = {
  rows: AsyncGenerator<SheetRow>
  merges: readonly Merge[]
  styles: MarkStyles
  theme: string | undefined
  date1904: boolean
  /** The width of a column in the file; undefined when it has none. */
  widthOf(column: number): number | undefined
  /** The style of a cell, also of an empty one. */
  styleOf(row: SheetRow, column: number, isTitle: boolean): number
  /** The style of the cells that a column does not have yet. */
  columnStyleOf(column: number): number
  close(): void
}

/** Opens the file that was sent. @throws SheetFault */
export function openReturn(given: Return): Promise<ReturnSource> | ReturnSource {
  return given.facts.format === 'csv' ? textSource(given.file, given.facts) : bookSource(given)
}

/** A text has no looks. All of its cells become texts, so that 0012 stays 0012. */
function textSource(file: string, facts: Extract<Return['facts'], { format: 'csv' }>): ReturnSource {
  return {
    rows: csvRows(file, facts),
    merges: [],
    styles: new MarkStyles(STYLES_XML),
    theme: undefined,
    date1904: false,
    widthOf: () => undefined,
    styleOf({ cells }, column, isTitle) {
      const text = cells[column]?.text ?? ''
      if (looksLikeFormula(text)) return isTitle ? STYLES.formulaTitle : STYLES.formula
      return isTitle ? STYLES.title : text.includes('\n') ? STYLES.lines : STYLES.exact
    },
    columnStyleOf: () => STYLES.exact,
    close: () => undefined,
  }
}

async function bookSource({ file, sheet, columns }: Return): Promise<ReturnSource> {
  const book = await openWorkbook(file)
  try {
    const part = book.sheets[sheet]
    if (!part) throw broken()
    const relations = await relationsOf(book.package, book.part)
    const partOf = (type: string) => workbookPartOf(book.package, relations, type)
    const [stylesPart, themePart] = [partOf('styles'), partOf('theme')]
    const xml = stylesPart ? (await book.package.text(stylesPart)).replaceAll(STRICT_MAIN, MAIN) : STYLES_XML
    const theme = themePart && (await book.package.text(themePart))
    const { merges } = await surveySheet(book, part)
    const looks: ColumnLooks = []
    const fill = mergeFiller(merges)
    const rows = async function* () {
      for await (const row of workbookRows(book, part, looks)) yield fill(row)
    }
    // Styles that the workbook does not have mean nothing there, and could mean something here.
    const known = (style: number) => (book.formats.looks[style] ? style : 0)
    const styles = new MarkStyles(xml)
    // A format of its own belongs to the value. Without one, a program makes a number of what is typed.
    const isExact = (column: number, style: number) =>
      columns[column]?.exact === true && book.formats.looks[style]?.code === undefined
    return {
      rows: rows(),
      merges,
      styles,
      // The other edition of the format has a theme in names of its own.
      theme: theme?.includes('http://purl.oclc.org/') ? undefined : theme,
      date1904: book.formats.date1904,
      widthOf: (column) => looks[column]?.width,
      styleOf({ cells, styles: own }, column, isTitle) {
        const given = known(own?.cells[column] ?? own?.row ?? looks[column]?.style ?? 0)
        const style = styles.plain(given)
        const isText = (cells[column]?.kind ?? 'text') === 'text' && !isTitle
        return isText && isExact(column, given) ? styles.exact(style) : style
      },
      columnStyleOf(column) {
        const style = known(looks[column]?.style ?? 0)
        return isExact(column, style) ? styles.exact(style) : style
      },
      close: book.close,
    }
  } catch (error) {
    book.close()
    throw error
  }
}
