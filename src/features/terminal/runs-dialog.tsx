import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { type TerminalRunState, terminalRunStates } from '#src/lib/terminal-run-states.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { RunCard } from './run-card.tsx'
import { runStateText } from './status-tag.tsx'
import type { ShownRun } from './terminal.api.server.ts'
import { runsQuery } from './terminal.queries.ts'
import { useViewCalls } from './view-calls.ts'

type RunsDialogProps = {
  onClose(): void
  /** Shows in the queue how a run goes on. */
  onFollow(run: ShownRun): Promise<unknown>
}

/** All runs that the server keeps, of everybody, the newest first. */
export function RunsDialog({ onClose, onFollow }: RunsDialogProps) {
  const calls = useViewCalls()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<TerminalRunState>()
  const search = useDebounced(typed.trim())
  const query = useInfiniteQuery({ ...runsQuery(calls, search, state), placeholderData: keepPreviousData })
  const list = query.data?.pages.flatMap((page) => page.list)
  const total = query.data?.pages.at(-1)?.total ?? 0
  const reload = () => query.refetch()
  return (
    <Dialog open tall size="xl" title={m.terminal_history()} onRequestClose={onClose}>
      <search className="top-[calc(-1*var(--dialog-top,0px))] z-10 -mx-5 -mt-1 mb-1 flex flex-wrap gap-2 bg-raised px-5 py-1 sm:sticky">
        <Input
          value={typed}
          icon={<Search aria-hidden size={14} />}
          aria-label={m.terminal_historyLabel()}
          placeholder={m.terminal_historyLabel()}
          className="min-w-56 flex-1"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          aria-label={m.terminal_historyState()}
          placeholder={m.terminal_historyStateAll()}
          clearable
          className="w-44"
          items={terminalRunStates.map((value) => ({ value, label: runStateText(value) }))}
          value={state ?? null}
          onChange={(value) => setState(terminalRunStates.find((one) => one === value))}
        />
      </search>
      {query.error && !list ? (
        <FailureState error={query.error} onRetry={() => void reload()} retrying={query.isFetching} />
      ) : !list ? (
        <SkeletonRows rows={6} />
      ) : list.length === 0 ? (
        search || state ? (
          <EmptyState title={m.terminal_historyNone()} />
        ) : (
          <EmptyState title={m.terminal_historyEmpty()} hint={m.terminal_historyEmptyHint()} />
        )
      ) : (
        <>
          {list.map((run) => (
            <RunCard
              key={run.uuid}
              run={run}
              onFollow={onFollow}
              onCancel={async ({ uuid }) => {
                await calls.cancel(uuid)
                await reload()
              }}
            />
          ))}
          <p role="status" className="tabular flex flex-wrap items-center gap-3 pt-3 text-sm text-muted">
            <span>{m.terminal_historyShown({ shown: formatCount(list.length), count: formatCount(total) })}</span>
            {query.hasNextPage && (
              <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {m.terminal_historyMore()}
              </Button>
            )}
          </p>
        </>
      )}
    </Dialog>
  )
}
