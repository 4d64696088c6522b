import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListFilters } from '#src/crud/list/list-slots.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { sensitiveLog } from './security.queries.ts'
import { type SensitiveLogRow, sensitiveLogDescription } from './sensitive-log.schema.ts'
import { useWatchedDescription } from './use-watched-description.ts'

const RollBackDialog = lazyDialog(
  async () => (await import('./roll-back-dialog.tsx')).RollBackDialog,
  ({ onClose }) => onClose(),
)
const ChangeDetails = lazyPart(async () => (await import('./change-details.tsx')).ChangeDetails)
const WatchedFilter = lazyPart(async () => (await import('./watched-filter.tsx')).WatchedFilter)

/** The watched changes of sensitive fields. A field, or all that its save has changed, goes back from here. */
export function SensitiveLogPage(props: ListPageProps) {
  const may = useCan()('security/sensitiveDataLog/rollback')
  const refresh = useRefresh(sensitiveLog.key)
  const [taking, setTaking] = useState<SensitiveLogRow>()
  const actions = useMemo((): RowAction<SensitiveLogRow>[] => {
    const back: RowAction<SensitiveLogRow> = {
      key: 'rollback',
      label: m.sensitive_rollBack,
      icon: <Undo2 aria-hidden size={14} />,
      button: true,
      shown: ({ fieldKind, rolledBack }) => fieldKind !== 'secret' && rolledBack === 0,
      run: setTaking,
    }
    return may ? [back] : []
  }, [may])
  return (
    <>
      <ResourcePage
        {...props}
        resource={sensitiveLog}
        description={useWatchedDescription(sensitiveLogDescription)}
        cells={cells}
        actions={actions}
        filters={filters}
        details={details}
        empty={empty}
      />
      {taking && <RollBackDialog row={taking} onChanged={() => void refresh()} onClose={() => setTaking(undefined)} />}
    </>
  )
}

const cells = {
  beforeText: (row: SensitiveLogRow) => <Value text={row.beforeText} look="text-danger-ink" />,
  afterText: (row: SensitiveLogRow) => <Value text={row.afterText} look="text-success-ink" />,
}
const empty = () => <EmptyState title={m.sensitive_logEmpty()} hint={m.sensitive_logHint()} />
const filters = (list: ListFilters<SensitiveLogRow>) => <WatchedFilter filters={list} />
const details = (row: SensitiveLogRow) => <ChangeDetails row={row} />

function Value({ text, look }: { text: string; look: string }) {
  return text === '' ? (
    <span className="text-subtle">{m.crud_none()}</span>
  ) : (
    <span title={text} className={look}>
      {text}
    </span>
  )
}
