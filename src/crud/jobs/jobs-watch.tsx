import { useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { toaster } from '#src/ui/toast.tsx'
import { useRefreshOf } from '../list/use-refresh.ts'
import { cancelledText } from './cancelled-text.ts'
import { isOver, useJobs } from './job-feed.ts'
import { attendedJobs, openJobs } from './open-jobs.ts'
import { runningJobs } from './running-jobs.ts'
import { useReopen } from './use-reopen.ts'

/** Watches and counts the running jobs, and shows a message when one ends. It renders nothing. */
export function JobsWatch() {
  const { jobs, ready } = useJobs()
  const refresh = useStable(useRefreshOf())
  const reopen = useStable(useReopen())
  useEffect(() => {
    for (const job of jobs) {
      if (!isOver(job)) openJobs.add(job.id)
      else if (openJobs.delete(job.id)) ended(job, refresh, reopen(job, jobs))
    }
    // The server may not have sent a job yet that was started a moment ago.
    const known = new Set(jobs.map(({ id }) => id))
    const running = [...openJobs].filter((id) => !known.has(id)).length + jobs.filter((job) => !isOver(job)).length
    if (ready && running !== runningJobs.read()) runningJobs.write(running)
  }, [jobs, ready, refresh, reopen])
  return null
}

function ended(
  { id, kind, title, state, message, about }: JobView,
  refresh: (resource: string) => Promise<void>,
  open: (() => void) | undefined,
) {
  if (about && state === 'done') void refresh(about.resource)
  if (attendedJobs.has(id)) return
  const action = open && { label: m.import_reopen(), onClick: open }
  if (state === 'failed') toaster.error(`${title}: ${message}`, action)
  if (state === 'cancelled') toaster.info(`${title}: ${cancelledText({ kind })}`, action)
  if (state === 'done') toaster.success(`${title}: ${message}`, action)
}
