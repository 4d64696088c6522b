import type { Merge } from '../sheet/merges.ts'
import type { Marks } from './file-task.ts'
import type { RowPlaces } from './mark-places.ts'

type Place = { row: number; column: number }
type Places = Iterable<RowPlaces>

/**
 * Only the first of merged cells is visible. Marks of the others belong there.
 * @param merges in the order of their first rows
 * @param width one more than the last column that has a mark
 */
export class VisibleCells {
  readonly #merges: readonly Merge[]
  readonly #width: number

  constructor(merges: readonly Merge[], width: number) {
    this.#merges = merges
    this.#width = width
  }

  /**
   * The rows with the visible cells of some places.
   * @param places makes the places anew, because they are read twice
   */
  *places(places: () => Places): Generator<RowPlaces> {
    const moved = this.#moved(places())
    const waiting = [...moved.keys()].sort((one, other) => one - other)
    const areas = new OpenAreas(this.#merges, this.#width)
    let next = 0
    for (const [row, columns] of places()) {
      for (let before = waiting[next]; before !== undefined && before < row; before = waiting[++next])
        yield [before, ascending(moved.get(before) ?? [])]
      const own = columns.filter((column) => isFirst(areas.at(row, column), row, column))
      const added = moved.get(row)
      if (added) next += 1
      if (added || own.length > 0) yield [row, added ? ascending(new Set([...own, ...added])) : own]
    }
    for (const row of waiting.slice(next)) yield [row, ascending(moved.get(row) ?? [])]
  }

  /**
   * The reasons at the visible cells, each only once. A reason that moves to another column says which column it is
   * about.
   * @param prefixes what stands in front of the reasons of a column, by column
   */
  reasons(marks: Marks, prefixes: readonly string[]): Marks {
    if (this.#merges.length === 0) return marks
    const areas = new OpenAreas(this.#merges, this.#width)
    const visible = new Map<number, Map<number, string>>()
    for (const [row, reasons] of [...marks].sort(([one], [other]) => one - other)) {
      for (const [column, reason] of reasons) {
        const area = areas.at(row, column)
        const place = { row: area?.firstRow ?? row, column: area?.firstColumn ?? column }
        const text = place.column === column ? reason : `${prefixes[column] ?? ''}${reason}`
        const there = visible.get(place.row) ?? new Map<number, string>()
        there.set(place.column, joined(there.get(place.column), text))
        visible.set(place.row, there)
      }
    }
    return visible
  }

  /** The place where a single cell is seen. */
  place({ row, column }: Place): Place {
    const area = new OpenAreas(this.#merges, Math.max(this.#width, column + 1)).at(row, column)
    return { row: area?.firstRow ?? row, column: area?.firstColumn ?? column }
  }

  /** The first cells of the areas in which other cells are marked, by row. */
  #moved(places: Places): Map<number, Set<number>> {
    const moved = new Map<number, Set<number>>()
    if (this.#merges.length === 0) return moved
    const areas = new OpenAreas(this.#merges, this.#width)
    for (const [row, columns] of places) {
      for (const column of columns) {
        const area = areas.at(row, column)
        if (!area || isFirst(area, row, column)) continue
        const there = moved.get(area.firstRow) ?? new Set<number>()
        moved.set(area.firstRow, there.add(area.firstColumn))
      }
    }
    return moved
  }
}

/** The merged areas that reach down to a row, by column. The rows are asked for in ascending order. */
class OpenAreas {
  readonly #merges: readonly Merge[]
  readonly #width: number
  readonly #open: (Merge | undefined)[] = []
  #next = 0

  constructor(merges: readonly Merge[], width: number) {
    this.#merges = merges
    this.#width = width
  }

  /** The area that covers a cell. Of areas that overlap, the upper one counts. */
  at(row: number, column: number): Merge | undefined {
    for (let merge = this.#merges[this.#next]; merge && merge.firstRow <= row; merge = this.#merges[++this.#next]) {
      if (merge.lastRow >= row) this.#begin(merge)
    }
    const area = this.#open[column]
    return area && area.lastRow >= row ? area : undefined
  }

  #begin(merge: Merge): void {
    const end = Math.min(merge.lastColumn + 1, this.#width)
    for (let column = merge.firstColumn; column < end; column += 1) {
      const before = this.#open[column]
      if (!before || before.lastRow < merge.firstRow) this.#open[column] = merge
    }
  }
}

function isFirst(area: Merge | undefined, row: number, column: number): boolean {
  return !area || (area.firstRow === row && area.firstColumn === column)
}

function ascending(columns: Iterable<number>): number[] {
  return [...columns].sort((one, other) => one - other)
}

/** Characters after which a note gets no further reason. An area may cover all rows of a sheet. */
const ENOUGH = 1_000
const MORE = '\n…'

function joined(before: string | undefined, reason: string): string {
  if (before === undefined) return reason
  if (before.endsWith(MORE) || `\n${before}\n`.includes(`\n${reason}\n`)) return before
  return before.length > ENOUGH ? before + MORE : `${before}\n${reason}`
}
