import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { Description } from '#src/resource/description.ts'
import { afterWord, labelText, pluralLabel } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { offerUndo, takeBack } from '../calls/undo.ts'
import { RefreshFailed } from '../list/refresh-failed.tsx'
import { SearchBox } from '../query/search-box.tsx'
import { useRights } from '../row/use-rights.ts'
import { type DeletedEntry, deletedEntriesQuery } from './deleted.ts'
import { DeletedCard } from './deleted-card.tsx'
import { restore } from './history.ts'
import { ManyQuestion } from './many-question.tsx'
import { useTakingBack } from './use-taking-back.tsx'

export type DeletedDialogProps = {
  resource: string
  description: Description
  /** Called after rows came back. */
  onChanged(): void
  onClose(): void
}

/** The deleted rows of a list. The user brings back one of them, or all that were deleted together. */
export function DeletedDialog({ resource, description, onChanged, onClose }: DeletedDialogProps) {
  const client = useQueryClient()
  const may = useRights(description)
  const [search, setSearch] = useState('')
  const deleted = useInfiniteQuery(deletedEntriesQuery(resource, search))
  /** The row whose whole action the user is asked about. */
  const [asking, setAsking] = useState<DeletedEntry>()
  const list = useRef<HTMLDivElement>(null)
  const pages = deleted.data?.pages ?? []
  const rows = pages.flatMap((page) => page.list)
  const labels = Object.assign({}, ...pages.map((page) => page.labels))

  const { busy, run, refusal } = useTakingBack<DeletedEntry>((row) => void bringAllBack(row, true))
  const changed = () => {
    onChanged()
    return client.invalidateQueries({ queryKey: [resource] })
  }
  const bring = (row: DeletedEntry, work: () => Promise<void>) =>
    run(row, async () => {
      await work()
      await changed()
      // The row is gone with its button, which had the focus. A field that the user types into keeps it.
      if (!document.activeElement?.matches('input')) list.current?.focus()
    })
  const bringBack = (row: DeletedEntry) => {
    // What the action changed elsewhere comes back too.
    if (row.comesBack === 'withAction') return bringAllBack(row)
    return bring(row, async () => {
      const { data, msg } = await restore({ resource, id: row.id, changeId: row.changeId, key: randomId() })
      offerUndo(msg, may.del ? data.changeSetId : null, () => void changed())
    })
  }
  const bringAllBack = (row: DeletedEntry, partial = false) =>
    bring(row, async () => toaster.success(await takeBack(row.changeSetId, partial)))

  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.deleted_title({ title: afterWord(labelText(pluralLabel(description))) })}
      size="lg"
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap">
          <SearchBox value={search} onSearch={setSearch} placeholder={m.deleted_search()} />
        </div>
        {refusal}
        <div ref={list} tabIndex={-1} className="outline-none">
          {deleted.error && rows.length > 0 && (
            <RefreshFailed error={deleted.error} onRetry={() => void deleted.refetch()} />
          )}
          {deleted.error && rows.length === 0 ? (
            <FailureState error={deleted.error} retrying={deleted.isFetching} onRetry={() => void deleted.refetch()} />
          ) : deleted.isPending ? (
            <SkeletonRows rows={5} />
          ) : rows.length === 0 ? (
            <EmptyState
              title={search === '' ? m.deleted_empty() : m.deleted_notFound()}
              hint={search === '' ? m.deleted_emptyHint() : undefined}
            />
          ) : (
            <ol className="flex flex-col gap-2">
              {rows.map((row) => (
                <li key={row.changeId}>
                  <DeletedCard
                    deleted={row}
                    fields={description.fields}
                    labels={labels}
                    busy={busy?.changeId === row.changeId}
                    waiting={busy !== undefined && busy.changeId !== row.changeId}
                    onRestore={isAlone(row) ? () => void bringBack(row) : undefined}
                    onRestoreAll={row.count > 1 && row.comesBack !== 'never' ? () => setAsking(row) : undefined}
                  />
                </li>
              ))}
            </ol>
          )}
        </div>
        {deleted.hasNextPage && (
          <div className="text-center">
            <Button loading={deleted.isFetchingNextPage} onClick={() => void deleted.fetchNextPage()}>
              {m.deleted_more()}
            </Button>
          </div>
        )}
      </div>
      <ManyQuestion
        count={asking?.count}
        title={m.deleted_askTitle}
        confirm={m.deleted_restoreAll}
        text={m.deleted_askText({ name: asking?.title ?? '', count: formatCount(asking?.count ?? 0) })}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined)
          if (asking) void bringAllBack(asking)
        }}
      />
    </Dialog>
  )
}

/** Whether the row can come back without other rows of the list. */
function isAlone({ comesBack, count }: DeletedEntry): boolean {
  return comesBack === 'alone' || (comesBack === 'withAction' && count === 1)
}
