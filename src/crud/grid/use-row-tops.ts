import { useMemo, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { type GridPlaces, rowPlaces } from './row-places.ts'

type RowOrder = {
  count: number
  indexOf(id: string): number
  idAt(index: number): string | undefined
  rowHeight: number
}

/**
 * Where the rows of a grid are, while some of them are open.
 * @param open the ids of the open rows
 * @param indexOf the place of a row; -1 when it has left the list, and while it is not loaded
 * @param idAt the row at a place; undefined while it is not loaded
 * @returns also a function that takes the height of what an open row shows below it
 */
export function useRowTops(
  open: ReadonlySet<number> | undefined,
  { count, indexOf, idAt, rowHeight }: RowOrder,
): { rowTops: GridPlaces; onHeight(id: number, height: number): void } {
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map())
  const onHeight = useStable((id: number, height: number) => {
    setHeights((old) => (old.get(id) === height ? old : new Map(old).set(id, height)))
  })
  // A row of a long list is forgotten while it is far away. Its place is then where it was last, unless another row is
  // there now or the list ends before it.
  const [places] = useState(() => new Map<number, number>())
  const found = [...(open ?? [])].map((id): [number, number] => {
    const index = indexOf(String(id))
    if (index >= 0) places.set(id, index)
    const place = places.get(id) ?? -1
    if (index < 0 && (place >= count || idAt(place) !== undefined)) places.delete(id)
    return [places.get(id) ?? -1, heights.get(id) ?? 0]
  })
  const key = JSON.stringify(found)
  const rowTops = useMemo(() => {
    // The key is the list itself, so that the places stay the same while it does.
    const opened: [number, number][] = JSON.parse(key)
    return rowPlaces(rowHeight, new Map(opened.filter(([index]) => index >= 0)))
  }, [key, rowHeight])
  return { rowTops, onHeight }
}
