import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { MANY_ROWS, takeBack } from '#src/crud/calls/undo.ts'
import { ManyQuestion } from '#src/crud/history/many-question.tsx'
import { useTakingBack } from '#src/crud/history/use-taking-back.tsx'
import { useRefreshOf } from '#src/crud/list/use-refresh.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { ChangeEntry } from '#src/server/history/latest-changes.server.ts'
import { Button } from '#src/ui/button.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { ListLink, textLink } from '../list/list-link.tsx'

type ChangeListProps = {
  data: readonly ChangeEntry[]
  /** The name of a single row, which may open its history. Default: the name alone. */
  nameOfRow?(row: NonNullable<ChangeEntry['row']>, resource: string): ReactNode
  /** Everybody knows whose changes they are. */
  mine?: boolean
  /** Asks for the changes again after an undo. */
  onUndone(): Promise<unknown>
}

/** Changes: who changed which rows, and when. The user may take them back as in the history of a row. */
export function ChangeList({ data, nameOfRow, mine = false, onUndone }: ChangeListProps) {
  const refresh = useRefreshOf()
  const [asking, setAsking] = useState<ChangeEntry>()
  const { busy, run, refusal } = useTakingBack<ChangeEntry>((change) => void undo(change, true))
  const undo = (change: ChangeEntry, partial = false) =>
    run(change, async () => {
      toaster.success(await takeBack(change.changeSetId, partial))
      await Promise.all([refresh(change.resource), onUndone()])
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
            <ChangeText change={change} nameOfRow={nameOfRow} mine={mine} />
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

type ChangeTextProps = Pick<ChangeListProps, 'nameOfRow' | 'mine'> & { change: ChangeEntry }

function ChangeText({ change, nameOfRow, mine }: ChangeTextProps) {
  const { timeZone } = useKit()
  const { actor, time, count, menu, ids, row, title } = change
  const one = count === 1 && row !== null
  const filter = ids.length > 0 ? ({ field: 'id', operator: 'IN', val: ids } as const) : undefined
  const note = noteOf(change)
  return (
    <p className="min-w-0 flex-1">
      {!mine && <span className="font-medium">{actor.name} </span>}
      <span className="text-muted">{verbOf(change)}</span>{' '}
      {change.self ? (
        title
      ) : one ? (
        (nameOfRow?.(row, change.resource) ?? row.title)
      ) : change.operation === 'delete' ? (
        nameOf(change)
      ) : (
        <ListLink menu={menu} filter={filter} className={cx(textLink, 'text-accent-ink')}>
          {nameOf(change)}
        </ListLink>
      )}
      <span className="text-muted">
        {one && !change.self && (
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
function nameOf({ count, row, title }: ChangeEntry): string {
  return count === 1 && row ? row.title : m.dashboard_rows({ count: formatCount(count), title })
}

function verbOf({ kind, operation, undoes }: ChangeEntry): string {
  if (undoes !== null) return m.dashboard_tookBack()
  if (kind === 'import') return m.dashboard_imported()
  if (operation === 'insert') return m.dashboard_added()
  return operation === 'delete' ? m.dashboard_deleted() : m.dashboard_changed()
}

function noteOf({ kind, undoneBy }: ChangeEntry): string | undefined {
  if (undoneBy !== null) return m.history_undone()
  return kind === 'bulk' ? m.history_bulk() : undefined
}
