import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { Description } from '#src/resource/description.ts'
import type { ResourceKey } from '#src/resource/registry.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { crudClient } from '../calls/crud-client.ts'
import { offerUndo, takeBack } from '../calls/undo.ts'
import { useRights } from '../row/use-rights.ts'
import { ChangeCard } from './change-card.tsx'
import { type Change, restore, rowHistoryQuery } from './history.ts'
import { ManyQuestion } from './many-question.tsx'
import { RowBeginning } from './row-beginning.tsx'
import { useTakingBack } from './use-taking-back.tsx'

type HistoryDialogProps = {
  resource: ResourceKey
  description: Description
  id: number
  name: string
  onChanged(): void
  onClose(): void
}

/** The history of a row: its changes with their users and values. The user can restore or undo a change. */
export function HistoryDialog({ resource, description, id, name, onChanged, onClose }: HistoryDialogProps) {
  const client = useQueryClient()
  const may = useRights(description)
  const history = useInfiniteQuery(rowHistoryQuery(resource, id))
  // A deleted row has a history too, but it has no version.
  const current = useQuery({ ...crudClient<{ version: number }, unknown>(resource).row(id), retry: false })
  const [asking, setAsking] = useState<Change>()
  const pages = history.data?.pages ?? []
  const changes = pages.flatMap((page) => page.list)
  const begin = pages.at(-1)?.begin
  const labels = Object.assign({}, ...pages.map((page) => page.labels))

  const changed = () => {
    onChanged()
    return client.invalidateQueries({ queryKey: [resource] })
  }
  const { busy, run, refusal } = useTakingBack<Change>((change) => void takeAllBack(change, true))
  const bringBack = (change: Change, fields?: string[]) =>
    run(change, async () => {
      const version = current.data?.row.version
      const answer = await restore({ resource, id, changeId: change.id, fields, version, key: randomId() })
      offerUndo(answer.msg, answer.data.changeSetId, () => void changed())
      await changed()
    })
  const takeAllBack = (change: Change, partial = false) =>
    run(change, async () => {
      toaster.success(await takeBack(change.changeSetId, partial))
      await changed()
    })
  // An undo is the opposite of what it undoes.
  const mayUndo = ({ operation }: Change) =>
    operation === 'insert' ? may.del : operation === 'delete' ? may.restore : may.edit

  return (
    <Dialog open onRequestClose={onClose} title={m.history_title({ name })} size="md" look="drawer" light>
      {refusal && <div className="mb-3">{refusal}</div>}
      {history.error ? (
        <FailureState error={history.error} onRetry={() => void history.refetch()} />
      ) : history.isPending ? (
        <SkeletonRows rows={5} />
      ) : changes.length === 0 && !begin ? (
        <p className="py-6 text-center text-muted">{m.history_empty()}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {changes.map((change, index) => (
            <li key={change.id}>
              <ChangeCard
                change={change}
                fields={description.fields}
                labels={labels}
                newest={index === 0}
                busy={busy?.id === change.id}
                waiting={busy !== undefined && busy.id !== change.id}
                onRestore={may.edit ? (fields) => void bringBack(change, fields) : undefined}
                onUndo={
                  mayUndo(change) ? () => (change.count > 1 ? setAsking(change) : void takeAllBack(change)) : undefined
                }
              />
            </li>
          ))}
        </ol>
      )}
      {begin && <RowBeginning begin={begin} />}
      {history.hasNextPage && (
        <div className="mt-3 text-center">
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {m.history_more()}
          </Button>
        </div>
      )}
      <ManyQuestion
        count={asking?.count}
        text={m.undo_askText({ count: formatCount(asking?.count ?? 0), name })}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined)
          if (asking) void takeAllBack(asking)
        }}
      />
    </Dialog>
  )
}
