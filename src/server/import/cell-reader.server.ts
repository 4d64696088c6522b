import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { Field } from '#src/resource/description.ts'
import { isRank } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'
import { MAX_TEXT, type SheetCell } from '../sheet/cell.ts'
import { type CellReader, numberReader } from './cell-readers.server.ts'
import { madeNotice, visibleText } from './cell-text.ts'

/** Whether a cell is empty. A formula without a value is not empty. */
export function isBlankCell(cell: SheetCell | undefined): cell is undefined {
  return cell === undefined || (cell.kind !== 'formula' && visibleText(cell.text).trim() === '')
}

/**
 * Creates the reader for the cells of a field, once for each file.
 * @param isTitle the field names its row, so a date among its values is told
 * @param own reads in place of the type of the field
 */
export function cellReader(field: Field, timeZone: string, isTitle = false, own?: CellReader): CellReader {
  const read = own ?? typeReader(field, timeZone)
  const rule = 'rule' in field ? field.rule : undefined
  const isNaming = typeOf(field).plain === 'text' && (isTitle || rule === 'code' || rule === 'name')
  return (cell) => {
    if (cell.kind === 'error') return { error: m.import_cellError({ error: cell.text }) }
    if (cell.kind === 'formula') return { error: m.import_cellFormula() }
    if (cell.kind !== 'text') return read(cell)
    if (cell.full && cell.text.length >= MAX_TEXT) return { error: m.import_cellCut({ count: formatCount(MAX_TEXT) }) }
    const reading = read(visibleCell(cell))
    if (cell.full) return { ...reading, notice: { kind: 'cut', shown: '', taken: endOf(cell.text) } }
    const made = isNaming && !reading.notice ? madeNotice(cell.text.trim()) : undefined
    return made ? { ...reading, notice: made } : reading
  }
}

function typeReader(field: Field, timeZone: string): CellReader {
  return isRank(field) ? numberReader(1) : serverTypeOf(field).reader(field, timeZone)
}

function visibleCell({ text, shown }: Extract<SheetCell, { kind: 'text' }>): SheetCell {
  const seen = { kind: 'text', text: visibleText(text) } as const
  return shown === undefined ? seen : { ...seen, shown: visibleText(shown) }
}

/** The last signs of a text, by which a person sees whether it was cut. */
function endOf(text: string): string {
  return [...text.slice(-100)].slice(-20).join('').trim()
}
