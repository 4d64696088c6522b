import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { MANY_ROWS, takeBack } from '#src/crud/calls/undo.ts'
import { ManyQuestion } from '#src/crud/history/many-question.tsx'
import { useTakingBack } from '#src/crud/history/use-taking-back.tsx'
import { useRefreshOf } from '#src/crud/list/use-refresh.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Button } from '#src/ui/button.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { DASHBOARD, type LatestChange } from './dashboard.queries.ts'
import { ListLink, textLink } from './list-link.tsx'
import { RowHistory } from './row-history.tsx'

/** The latest changes: who changed which rows, and when. The user may take them back as in the history of a row. */
export function ChangeList({ data }: { data: readonly LatestChange[] }) {
  const client = useQueryClient()
  const refresh = useRefreshOf()
  const [asking, setAsking] = useState<LatestChange>()
  const { busy, run, refusal } = useTakingBack<LatestChange>((change) => void undo(change, true))
  const undo = (change: LatestChange, partial = false) =>
    run(change, async () => {
      toaster.success(await takeBack(change.changeSetId, partial))
      await Promise.all([refresh(change.resource), client.invalidateQueries({ queryKey: [DASHBOARD] })])
    })
  return (
    <div className="flex flex-col">
      {refusal && <div className="px-4 pt-2">{refusal}</div>}
      <ol className="flex flex-col">
        {data.map((change) => (
          <li
            key={change.changeSetId}
            className="flex min-h-9 items-center gap-3 border-b border-line px-4 py-1 text-sm last:border-0"
          >
            <ChangeText change={change} />
            {change.undoable && (
              <Button
                size="sm"
                variant="ghost"
                className="-mr-2"
                icon={<Undo2 aria-hidden size={13} />}
                aria-label={m.dashboard_undo({ what: nameOf(change) })}
                loading={busy?.changeSetId === change.changeSetId}
                aria-disabled={(busy !== undefined && busy.changeSetId !== change.changeSetId) || undefined}
                onClick={() => (change.count > 1 ? setAsking(change) : void undo(change))}
              >
                {m.undo_action()}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ManyQuestion
        count={asking?.count}
        text={(asking?.count ?? 0) < MANY_ROWS ? m.dashboard_undoText() : m.undo_askImport()}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined)
          if (asking) void undo(asking)
        }}
      />
    </div>
  )
}

function ChangeText({ change }: { change: LatestChange }) {
  const { timeZone } = useKit()
  const { actor, time, count, menu, ids, row, title } = change
  const one = count === 1 && row !== null
  const filter = ids.length > 0 ? ({ field: 'id', operator: 'IN', val: ids } as const) : undefined
  const note = noteOf(change)
  return (
    <p className="min-w-0 flex-1">
      <span className="font-medium">{actor.name}</span> <span className="text-muted">{verbOf(change)}</span>{' '}
      {one ? (
        <RowHistory resource={change.resource} id={row.id} name={row.title} />
      ) : change.operation === 'delete' ? (
        nameOf(change)
      ) : (
        <ListLink menu={menu} filter={filter} className={cx(textLink, 'text-accent-ink')}>
          {nameOf(change)}
        </ListLink>
      )}
      <span className="text-muted">
        {one && (
          <>
            {' · '}
            <ListLink menu={menu} filter={row.exists ? filter : undefined} className={textLink}>
              {title}
            </ListLink>
          </>
        )}
        {note && ` · ${note}`} · <RelativeTime value={time} title={formatInstant(time, timeZone)} timeZone={timeZone} />
      </span>
    </p>
  )
}

/** The row, or how many rows of which list. */
function nameOf({ count, row, title }: LatestChange): string {
  return count === 1 && row ? row.title : m.dashboard_rows({ count: formatCount(count), title })
}

function verbOf({ kind, operation, undoes }: LatestChange): string {
  if (undoes !== null) return m.dashboard_tookBack()
  if (kind === 'import') return m.dashboard_imported()
  if (operation === 'insert') return m.dashboard_added()
  return operation === 'delete' ? m.dashboard_deleted() : m.dashboard_changed()
}

function noteOf({ kind, undoneBy }: LatestChange): string | undefined {
  if (undoneBy !== null) return m.history_undone()
  return kind === 'bulk' ? m.history_bulk() : undefined
}
