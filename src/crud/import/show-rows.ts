import { wantRow } from '#src/layout/palette/palette-actions.ts'
import { useGo } from '#src/layout/use-go.ts'
import { CHANGED_BY } from '#src/resource/filter-tree.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'

/** The rows that an import has added or changed; undefined when there are none. */
export function writtenBy({ kind, state, result }: JobView): { changeSetId: number; rows: number } | undefined {
  const changeSetId = result?.changeSetId
  if (kind !== 'import' || state !== 'done' || typeof changeSetId !== 'number') return undefined
  const rows = writtenRows(result)
  return rows > 0 ? { changeSetId, rows } : undefined
}

/** Number of records that an import has added or changed. */
export function writtenRows(result: JobView['result']): number {
  const counts = result?.counts
  if (typeof counts !== 'object' || counts === null) return 0
  // Where a row of the file is not a record, the records are counted apart.
  const records: unknown = Reflect.get(counts, 'rows')
  const counted = typeof records === 'object' && records !== null ? records : counts
  return Number(Reflect.get(counted, 'new') ?? 0) + Number(Reflect.get(counted, 'changed') ?? 0)
}

/** Returns a function that opens a list with exactly the rows that a change set has added or changed. */
export function useShowRows(): (menu: string, changeSetId: number) => Promise<void> {
  const go = useGo()
  return (menu, changeSetId) => {
    const path = `/admin/${menu}`
    const filter = JSON.stringify({ field: CHANGED_BY, operator: 'eq', val: changeSetId })
    wantRow({ path, id: 'found', edit: false })
    return go(`${path}?${new URLSearchParams({ filter })}`)
  }
}
