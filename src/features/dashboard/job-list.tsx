import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleExclamationPoint, LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cancelledText } from '#src/crud/jobs/cancelled-text.ts'
import { isOver, useJobs } from '#src/crud/jobs/job-feed.ts'
import { JobProgressBar } from '#src/crud/jobs/job-progress.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { DASHBOARD, jobsQuery } from './dashboard.queries.ts'
import { PanelEmpty, PanelWaiting } from './panel.tsx'

/** Jobs that the panel shows. The panel in the top bar has all of them. */
const SHOWN = 3

const icons = {
  queued: <LoaderCircle aria-hidden size={15} className="text-subtle" />,
  running: <LoaderCircle aria-hidden size={15} className="animate-spin text-accent-ink motion-reduce:animate-none" />,
  done: <CircleCheck aria-hidden size={15} className="text-success-ink" />,
  failed: <CircleExclamationPoint aria-hidden size={15} className="text-danger-ink" />,
  cancelled: <Ban aria-hidden size={15} className="text-subtle" />,
}

/** The user's latest background jobs, live. When one ends, the numbers of the page are asked for again. */
export function JobList() {
  const { jobs: live, ready, whole } = useJobs()
  // The stream sends one job after the other. Until it has sent all, the list that came with the page fills the gaps.
  const { data } = useQuery({ ...jobsQuery, enabled: !whole })
  const jobs = whole || !data ? live : newestFirst(data, live)
  useRefreshAfter(jobs)
  if (jobs.length === 0) return ready || data ? <PanelEmpty>{m.job_none()}</PanelEmpty> : <PanelWaiting lines={SHOWN} />
  return (
    <ul className="flex flex-col">
      {jobs.slice(0, SHOWN).map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </ul>
  )
}

function newestFirst(known: readonly JobView[], live: readonly JobView[]): JobView[] {
  const byId = new Map([...known, ...live].map((job) => [job.id, job]))
  return [...byId.values()].sort((one, other) => other.id - one.id)
}

function JobRow({ job }: { job: JobView }) {
  const { timeZone } = useKit()
  const { state, title, endTime, createTime } = job
  const when = endTime ?? createTime
  return (
    <li className="flex gap-2.5 border-b border-line px-4 py-2 text-sm last:border-0">
      <span className="mt-0.5 shrink-0">{icons[state]}</span>
      <div className="min-w-0 flex-1">
        <p className="flex gap-3">
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <span className="shrink-0 text-xs leading-5">
            <RelativeTime value={when} title={formatInstant(when, timeZone)} timeZone={timeZone} />
          </span>
        </p>
        {isOver(job) ? <p className="truncate text-muted">{endOf(job)}</p> : <JobProgressBar job={job} />}
      </div>
    </li>
  )
}

function endOf({ state, kind, message }: JobView): string {
  if (state === 'cancelled') return cancelledText({ kind })
  return message || (state === 'failed' ? m.job_stateFailed() : m.job_stateDone())
}

/** Asks for the numbers again when a job ends while the page is on screen. */
function useRefreshAfter(jobs: readonly JobView[]) {
  const client = useQueryClient()
  const open = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const before = open.current
    open.current = new Set(jobs.filter((job) => !isOver(job)).map(({ id }) => id))
    if ([...before].some((id) => !open.current.has(id))) void client.invalidateQueries({ queryKey: [DASHBOARD] })
  }, [jobs, client])
}
