import { HEAD, MAIN, STYLES, textCell, titleCell, widthOf } from '../export/export-book.server.ts'
import { columnLetters } from '../sheet/cell.ts'
import { xmlText } from '../sheet/xml-scan.server.ts'

export type TemplateColumn = {
  title: string
  look: 'number' | 'money' | 'date' | 'datetime' | 'exact'
  /** Values that the cell offers as a list; empty when there are too many. */
  values: readonly string[]
  /** Whether the cell also accepts a value that is not in the list. */
  open: boolean
  /** Shown beside the cell while the user types. */
  hint: string
}

const LAST_ROW = 1_048_576
/** Maximum characters of a hint in a sheet. */
const MOST_HINT = 255

/** The sheet to fill in. @param lists the name of the sheet that holds the allowed values */
export function templateSheet(columns: readonly TemplateColumn[], lists: string): Buffer {
  const widths = columns.map(
    ({ title, look }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${widthOf(title, look === 'exact' ? 'text' : look)}" style="${STYLES[look]}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }) => titleCell(title)).join('')
  const rules = columns.map((column, at) => ruleOf(column, columnLetters(at), lists)).filter((rule) => rule !== '')
  const validations =
    rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : ''
  return Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${titles}</row></sheetData>${validations}</worksheet>`,
  )
}

function ruleOf({ title, values, open, hint }: TemplateColumn, column: string, lists: string): string {
  const place = `sqref="${column}2:${column}${LAST_ROW}"`
  const prompt = hint
    ? ` showInputMessage="1" promptTitle="${attribute(title.slice(0, 32))}" prompt="${attribute(hint.slice(0, MOST_HINT))}"`
    : ''
  if (values.length === 0) return prompt && `<dataValidation allowBlank="1"${prompt} ${place}/>`
  const range = `'${lists}'!$${column}$1:$${column}$${values.length}`
  return `<dataValidation type="list" allowBlank="1"${open ? '' : ' showErrorMessage="1"'}${prompt} ${place}><formula1>${xmlText(range)}</formula1></dataValidation>`
}

/** The allowed values of each column, one below the other. */
export function listSheet(columns: readonly TemplateColumn[]): Buffer {
  const height = Math.max(0, ...columns.map(({ values }) => values.length))
  const rows = Array.from({ length: height }, (_, row) => {
    const cells = columns.map(({ values }) => {
      const value = values[row]
      return value === undefined ? '<c/>' : textCell(value, STYLES.exact)
    })
    return `<row>${cells.join('')}</row>`
  })
  return Buffer.from(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`)
}

function attribute(text: string): string {
  return xmlText(text).replaceAll('\n', '&#10;')
}
