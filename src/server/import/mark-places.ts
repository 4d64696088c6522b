import type { Marks, PackedPlaces } from './file-task.ts'

/** A row and the columns of its cells, in ascending order. */
export type RowPlaces = readonly [row: number, columns: readonly number[]]

/** Packs places as they are found. */
export class PlacePacker {
  #rows = new Uint32Array(1_024)
  #ends = new Uint32Array(1_024)
  #columns = new Uint16Array(4_096)
  #count = 0
  #cells = 0

  /** The number of cells so far. */
  get cells(): number {
    return this.#cells
  }

  /** Adds the cells of a row behind all earlier rows. */
  add(row: number, columns: readonly number[]): void {
    if (this.#count === this.#rows.length) {
      this.#rows = longer(this.#rows, new Uint32Array(this.#count * 2))
      this.#ends = longer(this.#ends, new Uint32Array(this.#count * 2))
    }
    if (this.#cells + columns.length > this.#columns.length)
      this.#columns = longer(this.#columns, new Uint16Array((this.#cells + columns.length) * 2))
    this.#columns.set(columns, this.#cells)
    this.#cells += columns.length
    this.#rows[this.#count] = row
    this.#ends[this.#count] = this.#cells
    this.#count += 1
  }

  /** The places that were added. */
  pack(): PackedPlaces {
    return {
      rows: this.#rows.slice(0, this.#count),
      ends: this.#ends.slice(0, this.#count),
      columns: this.#columns.slice(0, this.#cells),
    }
  }
}

function longer<T extends Uint32Array | Uint16Array>(before: T, after: T): T {
  after.set(before)
  return after
}

/** The places of all marks, row by row: those with a reason, then those that are only coloured. */
export function* allPlaces(marks: Marks, more: PackedPlaces | undefined): Generator<RowPlaces> {
  for (const [row, reasons] of [...marks].sort(([one], [other]) => one - other))
    yield [row, [...reasons.keys()].sort((one, other) => one - other)]
  if (!more) return
  let from = 0
  for (const [at, row] of more.rows.entries()) {
    const end = more.ends[at] ?? from
    yield [row, Array.from(more.columns.subarray(from, end))]
    from = end
  }
}
