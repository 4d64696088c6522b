import type { SheetRow } from './cell.ts'
import { tooLarge } from './sheet-fault.ts'

/** Rows and characters from which a batch is full. */
const ROWS = 100
const CHARACTERS = 250_000

/** Maximum characters of all rows. A short file can refer to the same long text again and again. */
const MAX_CHARACTERS = 1024 ** 3

/** Rows in batches, so that many short rows or a few long ones go from one thread to another together. */
export async function* rowBatches(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = []
  let before = 0
  let length = 0
  for await (const row of rows) {
    batch.push(row)
    length += lengthOf(row)
    if (length > MAX_CHARACTERS) throw tooLarge()
    if (batch.length < ROWS && length - before < CHARACTERS) continue
    yield batch
    batch = []
    before = length
  }
  if (batch.length > 0) yield batch
}

/** The characters of a row. */
function lengthOf({ cells }: SheetRow): number {
  let length = 0
  for (const cell of cells) length += cell?.text.length ?? 0
  return length
}
