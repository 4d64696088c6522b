import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'

/**
 * Returns a function that gives the name of a row. A row that only its number names has the title of the resource, too.
 * The function stays the same between renders.
 */
export function useRowName<TRow extends { id: number }>({
  rowTitle,
  title: resource,
}: Pick<Description<TRow>, 'rowTitle' | 'title'>) {
  return useStable((row: TRow): string => {
    if (rowTitle === 'id') return `${labelText(resource)} #${row.id}`
    const title: unknown = row[rowTitle]
    return title === null || title === undefined || title === '' ? `#${row.id}` : String(title)
  })
}
