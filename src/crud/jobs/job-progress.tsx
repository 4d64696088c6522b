import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { formatPercent } from '#src/lib/percent.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'

/** Shows the progress of a job: its step, its rows and a bar. The bar pulses when the progress is unknown. */
export function JobProgressBar({ job }: { job: JobView | undefined }) {
  const { step = '', done = 0, total = null, title = '' } = job ?? {}
  const share = total === null || total === 0 ? undefined : Math.min(100, Math.floor((done / total) * 100))
  const text = job?.stopping
    ? m.job_stopping()
    : job?.state === 'running'
      ? step || job.message || m.job_stateRunning()
      : m.job_stateQueued()
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex justify-between gap-3 text-sm text-muted">
        <span role="status">{text}</span>
        {total !== null && total > 0 && (
          <span className="tabular shrink-0">
            {formatCount(Math.min(done, total))} / {formatCount(total)} ({formatPercent(Math.min(done, total), total)})
          </span>
        )}
      </p>
      <div
        role="progressbar"
        aria-label={title || text}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className={
            share === undefined
              ? 'h-full w-1/3 animate-pulse rounded-full bg-accent-solid'
              : 'h-full rounded-full bg-accent-solid transition-[width] motion-reduce:transition-none'
          }
          style={share === undefined ? undefined : { width: `${share}%` }}
        />
      </div>
    </div>
  )
}
