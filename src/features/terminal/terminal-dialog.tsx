import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { taskStatus } from './store/task.ts'
import {
  attachTask,
  cancelTask,
  delTask,
  followRun,
  retryTask,
  setTaskShowMessage,
  toggle,
  useTerminal,
} from './store/terminal-store.ts'
import type { TaskActs } from './task-card.tsx'
import { TaskTimeline } from './task-timeline.tsx'
import type { ShownRun } from './terminal.api.server.ts'
import { terminalInfoQuery } from './terminal.queries.ts'
import { TerminalTools } from './terminal-tools.tsx'
import { useViewCalls } from './view-calls.ts'

const RunsDialog = lazyDialog(
  async () => (await import('./runs-dialog.tsx')).RunsDialog,
  ({ onClose }) => onClose(),
)

/** The terminal: what can be run, and the queue with the output of each task. */
export function TerminalDialog() {
  const { taskList } = useTerminal()
  const calls = useViewCalls()
  const info = useQuery(terminalInfoQuery(calls))
  const [history, setHistory] = useState(false)
  const commands = info.data?.commands
  const titleOf = useMemo(() => {
    const titles = new Map(commands?.map(({ key, title }) => [key, title]))
    return (command: string) => titles.get(command)
  }, [commands])
  const acts = useMemo<TaskActs>(
    () => ({
      cancel: cancelTask,
      retry: retryTask,
      attach: attachTask,
      remove: delTask,
      show: setTaskShowMessage,
      download: calls.download,
    }),
    [calls],
  )
  const follow = async ({ uuid, command, extend }: ShownRun) => {
    await followRun({ uuid, command, extend })
    setTaskShowMessage(uuid, true)
    setHistory(false)
  }
  // What a command has made may wait for the next start.
  const done = taskList.filter(({ status }) => status === taskStatus.success).length
  const { refetch } = info
  const known = useRef(done)
  useEffect(() => {
    if (done > known.current) void refetch()
    known.current = done
  }, [done, refetch])
  const next = info.data?.next
  return (
    <>
      <Dialog open tall size="xl" title={m.terminal_open()} onRequestClose={() => toggle(false)}>
        <div className="flex flex-col gap-3">
          <TerminalTools commands={commands} onHistory={() => setHistory(true)} />
          {next && <Banner>{m.terminal_next({ what: next.what.join(m.crud_listSeparator()) })}</Banner>}
          {info.error && !info.data && (
            <FailureState
              title={m.terminal_loadFailed()}
              error={info.error}
              onRetry={() => void info.refetch()}
              retrying={info.isFetching}
            />
          )}
          {taskList.length > 0 ? (
            <TaskTimeline tasks={taskList} titleOf={titleOf} acts={acts} />
          ) : (
            !info.error && <EmptyState title={m.terminal_empty()} hint={m.terminal_emptyHint()} />
          )}
        </div>
      </Dialog>
      {history && <RunsDialog onFollow={follow} onClose={() => setHistory(false)} />}
    </>
  )
}
