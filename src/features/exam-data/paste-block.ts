import type { DeskLine } from './desk-cells.ts'
import type { DeskStore } from './desk-store.ts'

/** The cells of a block that was copied from a spreadsheet. A single cell is no block. */
export function blockOf(text: string): string[][] | undefined {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : undefined
}

type Place = { rows: readonly DeskLine[]; subjects: readonly number[]; row: number; column: number }

/**
 * Puts a block into the cells from a place on, to the right and down. Empty cells change nothing.
 * @returns how many values had no cell
 */
export function pasteBlock(store: DeskStore, block: readonly (readonly string[])[], place: Place): number {
  let outside = 0
  store.together(() => {
    block.forEach((cells, down) => {
      const candidate = place.rows[place.row + down]
      cells.forEach((value, right) => {
        const subject = place.subjects[place.column + right]
        if (value === '') return
        if (candidate && subject !== undefined) store.put(candidate, subject, value)
        else outside++
      })
    })
  })
  return outside
}
