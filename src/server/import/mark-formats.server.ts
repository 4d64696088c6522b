import { SHEET_COLUMNS } from '../sheet/cell.ts'
import { attributeOf } from '../sheet/xml-scan.server.ts'

/**
 * The styles of cells that are missing in a sheet because they are empty: that of the row, else that of the column,
 * else the first of the workbook.
 */
export class EmptyCellStyles {
  readonly #columns: { first: number; last: number; style: number }[] = []
  /** Found styles of columns. */
  readonly #known = new Map<number, number>()
  #row: number | undefined

  /** @param attributes those of a `col` tag, whose columns count from 1 */
  addColumns(attributes: string, style: number): void {
    const [first, last] = [Number(attributeOf(attributes, 'min')) - 1, Number(attributeOf(attributes, 'max')) - 1]
    if (isStyle(style) && style > 0 && this.#columns.length < SHEET_COLUMNS) this.#columns.push({ first, last, style })
  }

  /** @param style the style of all of the row that follows; undefined when it has none */
  beginRow(style: number | undefined): void {
    this.#row = style !== undefined && isStyle(style) ? style : undefined
  }

  /** The style of a missing cell in the row that was begun last. */
  of(column: number): number {
    if (this.#row !== undefined) return this.#row
    const known = this.#known.get(column)
    if (known !== undefined) return known
    const style = this.#columns.find(({ first, last }) => first <= column && column <= last)?.style ?? 0
    this.#known.set(column, style)
    return style
  }
}

function isStyle(style: number): boolean {
  return Number.isSafeInteger(style) && style >= 0
}
