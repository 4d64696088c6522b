import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import { columnLetters, MAX_COLUMNS } from './cell.ts'

/** A file cannot be read as a table. The message is for the user that uploaded it. */
export class SheetError extends AppError {
  override name = 'SheetError'

  constructor(message: string) {
    super(422, message, { errors: { file: [message] } })
  }
}

/** The file has another format. @param name the name of that format */
export const otherFormat = (name: string) => new SheetError(m.sheet_otherFormat({ name }))

export const broken = () => new SheetError(m.sheet_broken())

/**
 * There is content behind the last column that is read.
 * @param row counted from 1
 * @param column counted from 0
 */
export const tooWide = (row: number, column: number) =>
  new SheetError(m.sheet_tooWide({ row, column: columnLetters(column), count: MAX_COLUMNS }))
