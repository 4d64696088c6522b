import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { deletedItemsQuery } from './config.queries.ts'
import { useConfigUndo } from './use-config-undo.ts'

type DeletedItemsProps = { mayRestore: boolean; onChanged(): Promise<unknown>; onClose(): void }

/** Own items that were deleted. Each comes back with its value. */
export function DeletedItems({ mayRestore, onChanged, onClose }: DeletedItemsProps) {
  const { timeZone } = useKit()
  const deleted = useQuery(deletedItemsQuery)
  const { busy, error, undo: restore } = useConfigUndo(onChanged)
  return (
    <Dialog open onRequestClose={onClose} title={m.config_deletedTitle()}>
      {error && (
        <Banner tone="danger" className="mb-3">
          {error}
        </Banner>
      )}
      {deleted.error ? (
        <FailureState error={deleted.error} onRetry={() => void deleted.refetch()} />
      ) : deleted.isPending ? (
        <SkeletonRows rows={3} />
      ) : deleted.data.list.length === 0 ? (
        <p className="py-6 text-center text-muted">{m.config_deletedNone()}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {deleted.data.list.map(({ changeId, name, title, time, actor }) => (
            <li key={changeId} className="flex flex-wrap items-center gap-2 py-2">
              <span className="min-w-0 flex-1">
                <span className="block">{title}</span>
                <span className="block text-sm text-muted">
                  <span className="font-mono">{name}</span> · {actor} · {formatInstant(time, timeZone)}
                </span>
              </span>
              {mayRestore && (
                <Button size="sm" loading={busy === changeId} onClick={() => busy ?? void restore(changeId)}>
                  {m.config_restore()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
