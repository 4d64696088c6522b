import { Ban, CircleCheck, CircleExclamationPoint, Download, LoaderCircle, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { MANY_ROWS } from '../calls/undo.ts'
import { writtenBy } from '../import/show-rows.ts'
import { cancelledText } from './cancelled-text.ts'
import { cancelJob, sendDismissJobs } from './job-calls.ts'
import { isOver } from './job-feed.ts'
import { JobProgressBar } from './job-progress.tsx'
import { type UndoState, undoOfJob } from './job-undo.ts'
import { UndoQuestion } from './undo-question.tsx'

const icons = {
  queued: <LoaderCircle aria-hidden size={16} className="text-subtle" />,
  running: <LoaderCircle aria-hidden size={16} className="animate-spin text-accent-ink motion-reduce:animate-none" />,
  done: <CircleCheck aria-hidden size={16} className="text-success-ink" />,
  failed: <CircleExclamationPoint aria-hidden size={16} className="text-danger-ink" />,
  cancelled: <Ban aria-hidden size={16} className="text-subtle" />,
}

type JobLineProps = {
  job: JobView
  undo: UndoState
  onOpen: (() => void) | undefined
  /** Shows the rows that an import has written. */
  onRows?(menu: string, changeSetId: number): void
}

/** Shows one background job: its title, progress, result and actions. */
export function JobLine({ job, undo, onOpen, onRows }: JobLineProps) {
  const { timeZone } = useKit()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(undefined)
    await work().catch((reason: unknown) => setError(failureText(reason)))
    setBusy(false)
  }
  const written = writtenBy(job)
  const menu = job.about?.menu
  const undoable = undoOfJob(job)
  const takeBack = () => {
    setAsking(false)
    if (undoable) void act(() => undoable.begin(undo === 'failed'))
  }
  const when = job.endTime ?? job.createTime
  return (
    <li className="flex gap-2.5 border-b border-line px-3 py-2.5 last:border-0">
      <span className="mt-0.5 shrink-0">{icons[job.state]}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 font-medium break-words">
            {job.title}
            <span className="sr-only"> {stateText(job)}</span>
          </p>
          <span className="shrink-0 text-xs">
            <RelativeTime value={when} title={formatInstant(when, timeZone)} timeZone={timeZone} />
          </span>
          {isOver(job) && (
            <IconButton
              size="sm"
              label={m.job_dismiss({ title: job.title })}
              disabled={busy}
              onClick={() => act(() => sendDismissJobs(job.id))}
              className="-mt-1 -mr-1 pointer-coarse:-my-3"
            >
              <X aria-hidden size={14} />
            </IconButton>
          )}
        </div>
        {!isOver(job) && <JobProgressBar job={job} />}
        {job.state === 'failed' && <p className="text-sm whitespace-pre-line text-danger-ink">{job.message}</p>}
        {job.state === 'done' && job.message && <p className="text-sm text-muted">{job.message}</p>}
        {job.state === 'cancelled' && <p className="text-sm text-muted">{cancelledText(job)}</p>}
        {undo === 'done' && <p className="text-sm text-muted">{m.import_undone()}</p>}
        {error && <ErrorLine>{error}</ErrorLine>}
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          {!isOver(job) && !job.stopping && (
            <Button size="sm" loading={busy} onClick={() => act(() => cancelJob(job.id))}>
              {m.job_cancel()}
            </Button>
          )}
          {onOpen && (
            <Button size="sm" onClick={onOpen}>
              {m.import_reopen()}
            </Button>
          )}
          {job.links.map(({ label, href }) => (
            <a key={href} href={href} download className={buttonClass({ size: 'sm' })}>
              <Download aria-hidden size={14} />
              {label}
            </a>
          ))}
          {written && menu && onRows && (undo === 'none' || undo === 'failed') && (
            <Button size="sm" onClick={() => onRows(menu, written.changeSetId)}>
              {m.import_viewRows({ count: written.rows, shown: formatCount(written.rows) })}
            </Button>
          )}
          {undoable && !asking && (undo === 'none' || undo === 'failed') && (
            <Button
              size="sm"
              icon={<Undo2 aria-hidden size={14} />}
              loading={busy}
              onClick={() => (undoable.rows < MANY_ROWS ? takeBack() : setAsking(true))}
            >
              {undo === 'failed' ? m.undo_others() : m.import_undo()}
            </Button>
          )}
        </div>
        {undoable && asking && (
          <UndoQuestion rows={undoable.rows} onConfirm={takeBack} onCancel={() => setAsking(false)} />
        )}
      </div>
    </li>
  )
}

function stateText({ state }: JobView): string {
  switch (state) {
    case 'queued':
      return m.job_stateQueued()
    case 'running':
      return m.job_stateRunning()
    case 'done':
      return m.job_stateDone()
    case 'failed':
      return m.job_stateFailed()
    case 'cancelled':
      return m.job_stateCancelled()
  }
}
