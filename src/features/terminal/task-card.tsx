import { Ban, Download, Link2, RotateCw, SquareTerminal, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { PackagesLine } from './packages-line.tsx'
import { StatusTag, taskStatusText } from './status-tag.tsx'
import { hasFailed, isRunning, type TerminalTask, taskStatus } from './store/task.ts'
import { TaskOutput } from './task-output.tsx'

const RetryDialog = lazyDialog(
  async () => (await import('./retry-dialog.tsx')).RetryDialog,
  ({ onClose }) => onClose(),
)

/** What can be done with a task. */
export type TaskActs = {
  cancel(uuid: string): Promise<void>
  retry(uuid: string): Promise<'restarted' | 'running'>
  attach(uuid: string): Promise<'attached' | 'gone'>
  remove(uuid: string): void
  show(uuid: string, show: boolean): void
  download(uuid: string): Promise<void>
}

type TaskCardProps = {
  task: TerminalTask
  /** The title of its command. Undefined: the server does not offer it. */
  title: string | undefined
  acts: TaskActs
}

/** A task of the queue: its status, what can be done with it, and its output. */
export const TaskCard = memo(function TaskCard({ task, title = task.command, acts }: TaskCardProps) {
  const { timeZone } = useKit()
  const { uuid, status, command, createTime, showMessage } = task
  const [busy, setBusy] = useState('')
  const [error, setError] = useState('')
  const [asking, setAsking] = useState(false)
  const act = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name)
    setError('')
    await work().catch((reason: unknown) => setError(failureText(reason)))
    setBusy('')
  }
  const retry = async () => setAsking((await acts.retry(uuid)) === 'running')
  const attach = async () => {
    if ((await acts.attach(uuid)) === 'gone') setError(m.terminal_gone())
  }
  const begun = status !== taskStatus.waiting
  return (
    <article
      aria-label={m.terminal_taskStatus({ title, status: taskStatusText(status) })}
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusTag status={status} />
        {task.blockOnFailure && <Tag>{m.terminal_blocks()}</Tag>}
        <h3 className="min-w-0 text-base wrap-anywhere">{title}</h3>
        {title !== command && <code className="font-mono text-sm text-muted wrap-anywhere">{command}</code>}
        <span className="ml-auto shrink-0 text-sm">
          <RelativeTime value={createTime} title={formatInstant(createTime, timeZone)} timeZone={timeZone} />
        </span>
      </div>
      <PackagesLine extend={task.extend} />
      {isRunning(task) && <p className="text-sm text-muted">{m.terminal_goesOn()}</p>}
      {error && <ErrorLine>{error}</ErrorLine>}
      <div className="flex flex-wrap gap-1.5">
        {isRunning(task) && (
          <Button
            size="sm"
            icon={<Ban aria-hidden size={14} />}
            loading={busy === 'cancel'}
            onClick={() => act('cancel', () => acts.cancel(uuid))}
          >
            {m.terminal_cancel()}
          </Button>
        )}
        {status === taskStatus.unknown && (
          <Button
            size="sm"
            icon={<Link2 aria-hidden size={14} />}
            loading={busy === 'attach'}
            onClick={() => act('attach', attach)}
          >
            {m.terminal_attach()}
          </Button>
        )}
        {hasFailed(task) && (
          <Button
            size="sm"
            icon={<RotateCw aria-hidden size={14} />}
            loading={busy === 'retry'}
            onClick={() => act('retry', retry)}
          >
            {m.terminal_retry()}
          </Button>
        )}
        {begun && (
          <Button
            size="sm"
            aria-expanded={showMessage}
            icon={<SquareTerminal aria-hidden size={14} />}
            onClick={() => acts.show(uuid, !showMessage)}
          >
            {showMessage ? m.terminal_outputHide() : m.terminal_outputShow()}
          </Button>
        )}
        {begun && (
          <Button
            size="sm"
            icon={<Download aria-hidden size={14} />}
            loading={busy === 'download'}
            onClick={() => act('download', () => acts.download(uuid))}
          >
            {m.terminal_download()}
          </Button>
        )}
        {!isRunning(task) && (
          <Button size="sm" icon={<Trash2 aria-hidden size={14} />} onClick={() => acts.remove(uuid)}>
            {m.terminal_delete()}
          </Button>
        )}
      </div>
      {begun && showMessage && <TaskOutput task={task} title={title} />}
      {asking && <RetryDialog uuid={uuid} acts={acts} onClose={() => setAsking(false)} />}
    </article>
  )
})
