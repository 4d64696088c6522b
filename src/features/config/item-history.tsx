import { useQuery } from '@tanstack/react-query'
import { ChangeCard } from '#src/crud/history/change-card.tsx'
import type { Change } from '#src/crud/history/history.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type ConfigItem, type ItemChange, itemHistoryQuery } from './config.queries.ts'
import { titleOfItem } from './item-control.tsx'
import { useConfigUndo } from './use-config-undo.ts'

type ItemHistoryProps = { item: ConfigItem; mayUndo: boolean; onChanged(): Promise<unknown>; onClose(): void }

/** Who has changed an item, when and how. The last change can be taken back. */
export function ItemHistory({ item, mayUndo, onChanged, onClose }: ItemHistoryProps) {
  const history = useQuery(itemHistoryQuery(item.name))
  const { busy, error, undo } = useConfigUndo(onChanged)
  const list = history.data?.list ?? []
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.config_historyTitle({ title: titleOfItem(item) })}
      look="drawer"
      light
    >
      {error && (
        <Banner tone="danger" className="mb-3">
          {error}
        </Banner>
      )}
      {item.secret && (
        <Banner tone="info" className="mb-3">
          {m.config_secretChanged()}
        </Banner>
      )}
      {history.error ? (
        <FailureState error={history.error} onRetry={() => void history.refetch()} />
      ) : history.isPending ? (
        <SkeletonRows rows={4} />
      ) : list.length === 0 ? (
        <p className="py-6 text-center text-muted">{m.history_empty()}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {list.map((change, at) => (
            <li key={change.id}>
              <ChangeCard
                change={cardOf(change)}
                fields={item.fields}
                labels={{}}
                newest={at === 0}
                busy={busy === change.id}
                waiting={busy !== undefined && busy !== change.id}
                onUndo={mayUndo ? () => void undo(change.id) : undefined}
              />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

/** The change as the kit's card shows it. Each change of an item is taken back alone. */
function cardOf(change: ItemChange): Change {
  const fields = change.fields.map((one) => ({ ...one, label: '', hidden: [] }))
  return { ...change, fields, undoes: null, undoneBy: null, count: 1 }
}
