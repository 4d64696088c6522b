import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'

/** What a row is called. The same function from one render to the next. */
export function useRowName<TRow extends { id: number }>({ rowTitle }: Pick<Description<TRow>, 'rowTitle'>) {
  return useStable((row: TRow): string => {
    const title: unknown = row[rowTitle]
    return title === null || title === undefined || title === '' ? `#${row.id}` : String(title)
  })
}
