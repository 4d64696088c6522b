import { useMemo, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { type RowPlaces, rowPlaces } from './row-places.ts'

/**
 * Where the rows of a grid are, while some of them are open.
 * @param open the ids of the open rows
 * @returns also a function that takes the height of what an open row shows below it
 */
export function useRowTops(
  open: ReadonlySet<number> | undefined,
  indexOf: (id: string) => number,
  rowHeight: number,
): { rowTops: RowPlaces; onHeight(id: number, height: number): void } {
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map())
  const onHeight = useStable((id: number, height: number) => {
    setHeights((old) => (old.get(id) === height ? old : new Map(old).set(id, height)))
  })
  const found = [...(open ?? [])].map((id): [number, number] => [indexOf(String(id)), heights.get(id) ?? 0])
  const key = JSON.stringify(found)
  const rowTops = useMemo(() => {
    // The key is the list itself, so that the places stay the same while it does.
    const opened: [number, number][] = JSON.parse(key)
    return rowPlaces(rowHeight, new Map(opened.filter(([index]) => index >= 0)))
  }, [key, rowHeight])
  return { rowTops, onHeight }
}
