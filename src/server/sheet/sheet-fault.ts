import { columnLetters, MAX_COLUMNS } from './cell.ts'

/** A known format that is not read. */
export type OtherFormat =
  | 'binary'
  | 'interchange'
  | 'numbers'
  | 'openDocument'
  | 'page'
  | 'printed'
  | 'symbolic'
  | 'xml'

/**
 * Why a file cannot be read as a table. The thread that reads files knows no language; `sheetError` makes the message.
 */
export type Unreadable =
  | {
      name:
        | 'broken'
        | 'empty'
        | 'encoding'
        | 'locked'
        | 'noSheet'
        | 'notATable'
        | 'oldFormat'
        | 'otherEncoding'
        | 'tooLarge'
        | 'tooMuchMemory'
        | 'tooSlow'
    }
  | { name: 'otherFormat'; format: OtherFormat }
  /** Near this line, a quotation mark is not closed. */
  | { name: 'csvQuote'; row: number }
  /** There is content behind the last column that is read. */
  | { name: 'tooWide'; row: number; column: string; count: number }
  /** The texts of a row are longer than a row may be. */
  | { name: 'longRow'; row: number }
  /** A row is not below the row before it, or has a number that no sheet has. */
  | { name: 'oddRow'; row: string }

export class SheetFault extends Error {
  override name = 'SheetFault'
  readonly fault: Unreadable

  constructor(fault: Unreadable) {
    super(fault.name)
    this.fault = fault
  }
}

export const broken = () => new SheetFault({ name: 'broken' })

export const tooLarge = () => new SheetFault({ name: 'tooLarge' })

/**
 * There is content behind the last column that is read.
 * @param row counted from 1
 * @param column counted from 0
 */
export const tooWide = (row: number, column: number) =>
  new SheetFault({ name: 'tooWide', row, column: columnLetters(column), count: MAX_COLUMNS })
