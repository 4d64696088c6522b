/** Where the rows of a list are, in pixels below its header. Open rows have more height than the others. */
export type GridPlaces = {
  topOf(index: number): number
  /** The row at a position. */
  indexAt(top: number): number
}

/**
 * @param rowHeight the height of each row
 * @param opened the further height below some rows, by index
 */
export function rowPlaces(rowHeight: number, opened: ReadonlyMap<number, number>): GridPlaces {
  const sorted = [...opened].sort(([one], [other]) => one - other)
  return {
    topOf: (index) => sorted.reduce((top, [at, height]) => (at < index ? top + height : top), index * rowHeight),
    indexAt(top) {
      let above = 0
      for (const [at, height] of sorted) {
        const end = (at + 1) * rowHeight + above
        if (top < end) break
        // Inside of what is open below the row.
        if (top < end + height) return at
        above += height
      }
      return Math.floor((top - above) / rowHeight)
    },
  }
}
