import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '../errors.server.ts'
import type { OtherFormat, Unreadable } from './sheet-fault.ts'

/** A file cannot be read as a table. The message is for the user that uploaded it. */
export class SheetError extends AppError {
  override name = 'SheetError'

  constructor(message: string) {
    super(422, message, { errors: { file: [message] } })
  }
}

/** The error for the user, in the current language. */
export function sheetError(fault: Unreadable): SheetError {
  return new SheetError(sentenceOf(fault))
}

function sentenceOf(fault: Unreadable): string {
  switch (fault.name) {
    case 'broken':
      return m.sheet_broken()
    case 'empty':
      return m.sheet_empty()
    case 'encoding':
      return m.sheet_encoding()
    case 'locked':
      return m.sheet_locked()
    case 'noSheet':
      return m.sheet_noSheet()
    case 'notATable':
      return m.sheet_notATable()
    case 'oldFormat':
      return m.sheet_oldFormat()
    case 'tooLarge':
      return m.sheet_tooLarge()
    case 'tooMuchMemory':
      return m.sheet_tooMuchMemory()
    case 'tooSlow':
      return m.sheet_tooSlow()
    case 'otherEncoding':
      return m.sheet_otherEncoding()
    case 'otherFormat':
      return m.sheet_otherFormat({ name: formatName(fault.format) })
    case 'csvQuote':
      return m.sheet_csvQuote({ row: fault.row })
    case 'tooWide':
      return m.sheet_tooWide(fault)
    case 'longRow':
      return m.sheet_longRow({ row: fault.row })
    case 'oddRow':
      return m.sheet_oddRow({ row: fault.row })
  }
}

function formatName(format: OtherFormat): string {
  switch (format) {
    case 'binary':
      return m.sheet_kindBinary()
    case 'interchange':
      return m.sheet_kindInterchange()
    case 'numbers':
      return m.sheet_kindNumbers()
    case 'openDocument':
      return m.sheet_kindOpenDocument()
    case 'page':
      return m.sheet_kindPage()
    case 'printed':
      return m.sheet_kindPrinted()
    case 'symbolic':
      return m.sheet_kindSymbolic()
    case 'xml':
      return m.sheet_kindXml()
  }
}
