import { useEffect, useRef } from 'react'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { toaster } from '#src/ui/toast.tsx'
import { useRefreshOf } from '../list/use-refresh.ts'
import { useStable } from '../use-stable.ts'
import { attendedJobs } from './attended-jobs.ts'
import { isOver, useJobs } from './job-feed.ts'
import { runningJobs } from './running-jobs.ts'

/** Watches the jobs that run: counts them, and says when one is over. Draws nothing. */
export function JobsWatch() {
  const { jobs, ready } = useJobs()
  const open = useRef(new Set<number>())
  const refresh = useStable(useRefreshOf())
  useEffect(() => {
    for (const job of jobs) {
      if (!isOver(job)) open.current.add(job.id)
      else if (open.current.delete(job.id)) ended(job, refresh)
    }
    const running = jobs.filter((job) => !isOver(job)).length
    if (ready && running !== runningJobs.read()) runningJobs.write(running)
  }, [jobs, ready, refresh])
  return null
}

function ended({ id, title, state, message, about }: JobView, refresh: (resource: string) => Promise<void>) {
  if (about && state === 'done') void refresh(about.resource)
  if (attendedJobs.has(id)) return
  if (state === 'failed') toaster.error(`${title}: ${message}`)
  if (state === 'done') toaster.success(`${title}: ${message}`)
}
