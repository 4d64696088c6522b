import { Package } from 'lucide-react'
import { useMemo } from 'react'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { storeLog } from './store.queries.ts'
import { type ModuleLogRow, moduleLogDescription } from './store-log.schema.ts'

/** What was installed, updated, disabled and taken out, and which keys were trusted. */
export function StoreLog({ onOpen, ...list }: ListPageProps & { onOpen(uid: string): void }) {
  const open = useStable(onOpen)
  const actions = useMemo((): RowAction<ModuleLogRow>[] => {
    const details: RowAction<ModuleLogRow> = {
      key: 'module',
      label: m.store_details,
      icon: <Package aria-hidden size={14} />,
      shown: ({ uid }) => uid !== '',
      run: ({ uid }) => open(uid),
    }
    return [details]
  }, [open])
  return (
    <ResourcePage
      {...list}
      resource={storeLog}
      description={moduleLogDescription}
      actions={actions}
      empty={nothingYet}
    />
  )
}

const nothingYet = () => <EmptyState title={m.store_logEmpty()} hint={m.store_logEmptyHint()} />
