import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'

/** Returns a function that gives the name of a row. The function stays the same between renders. */
export function useRowName<TRow extends { id: number }>({ rowTitle }: Pick<Description<TRow>, 'rowTitle'>) {
  return useStable((row: TRow): string => {
    const title: unknown = row[rowTitle]
    return title === null || title === undefined || title === '' ? `#${row.id}` : String(title)
  })
}
