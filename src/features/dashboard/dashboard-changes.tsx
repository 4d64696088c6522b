import { useQueryClient } from '@tanstack/react-query'
import { ChangeList } from '#src/crud/history/change-list.tsx'
import { DASHBOARD, type LatestChange } from './dashboard.queries.ts'
import { RowHistory } from './row-history.tsx'

/** The latest changes of all that the user sees. */
export function DashboardChanges({ data }: { data: readonly LatestChange[] }) {
  const client = useQueryClient()
  return (
    <ChangeList
      data={data}
      nameOfRow={({ id, title }, resource) => <RowHistory resource={resource} id={id} name={title} />}
      onUndone={() => client.invalidateQueries({ queryKey: [DASHBOARD] })}
    />
  )
}
