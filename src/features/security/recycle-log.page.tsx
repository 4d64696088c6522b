import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListFacts, ListFilters } from '#src/crud/list/list-slots.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { type RecycleLogRow, recycleLogDescription } from './recycle-log.schema.ts'
import { recycleLog } from './security.queries.ts'
import { useWatchedDescription } from './use-watched-description.ts'

const RestoreDialog = lazyDialog(
  async () => (await import('./restore-dialog.tsx')).RestoreDialog,
  ({ onClose }) => onClose(),
)
const DeletionDetails = lazyPart(async () => (await import('./deletion-details.tsx')).DeletionDetails)
const WatchedFilter = lazyPart(async () => (await import('./watched-filter.tsx')).WatchedFilter)

/** The watched deletions. Deleted rows come back from here, one or several at once. */
export function RecycleLogPage(props: ListPageProps) {
  const may = useCan()('security/dataRecycleLog/restore')
  const refresh = useRefresh(recycleLog.key)
  const [restoring, setRestoring] = useState<readonly number[]>()
  const { actions, header } = useMemo(() => {
    const restore: RowAction<RecycleLogRow> = {
      key: 'restore',
      label: m.recycle_restore,
      icon: <RotateCcw aria-hidden size={14} />,
      button: true,
      shown: ({ restored }) => restored === 0,
      run: (row) => setRestoring([row.id]),
    }
    const header = ({ chosen }: ListFacts<RecycleLogRow>) => {
      const ids = chosen.filter(({ restored }) => restored === 0).map(({ id }) => id)
      return ids.length > 0 ? (
        <Button size="sm" icon={<RotateCcw aria-hidden size={14} />} onClick={() => setRestoring(ids)}>
          {m.recycle_restoreMany({ count: ids.length })}
        </Button>
      ) : null
    }
    return { actions: may ? [restore] : [], header: may ? header : undefined }
  }, [may])
  return (
    <>
      <ResourcePage
        {...props}
        resource={recycleLog}
        description={useWatchedDescription(recycleLogDescription)}
        actions={actions}
        header={header}
        filters={filters}
        details={details}
        empty={empty}
      />
      {restoring && (
        <RestoreDialog ids={restoring} onChanged={() => void refresh()} onClose={() => setRestoring(undefined)} />
      )}
    </>
  )
}

const empty = () => <EmptyState title={m.recycle_logEmpty()} hint={m.recycle_logHint()} />
const filters = (list: ListFilters<RecycleLogRow>) => <WatchedFilter filters={list} />
const details = (row: RecycleLogRow) => <DeletionDetails row={row} />
