import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { ToolPanel } from '#src/layout/tool-panel.tsx'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useShowRows } from '../import/show-rows.ts'
import { sendDismissJobs } from './job-calls.ts'
import { isOver, useJobs } from './job-feed.ts'
import { JobLine } from './job-line.tsx'
import { undoStateOf } from './job-undo.ts'
import { useReopen } from './use-reopen.ts'

/** Shows the user's background jobs and updates them live. */
export function JobsPanel({ onClose }: { onClose(): void }) {
  const reopen = useReopen()
  const showRows = useShowRows()
  const { jobs, ready, lost } = useJobs()
  const [clearing, setClearing] = useState(false)
  const clear = async () => {
    setClearing(true)
    await sendDismissJobs().catch(toastFailure)
    setClearing(false)
  }
  const openingOf = (job: JobView) => {
    const open = reopen(job, jobs)
    if (!open) return undefined
    return () => {
      onClose()
      open()
    }
  }
  const rowsOf = (menu: string, changeSetId: number) => {
    onClose()
    void showRows(menu, changeSetId)
  }
  return (
    <ToolPanel
      title={m.job_open()}
      action={
        jobs.some(isOver) && (
          <Button size="sm" variant="ghost" loading={clearing} onClick={() => void clear()}>
            {m.job_dismissAll()}
          </Button>
        )
      }
    >
      {lost && (
        <Banner tone="warning" className="m-2">
          {m.job_connectionLost()}
        </Banner>
      )}
      {jobs.length > 0 ? (
        <ul className="min-h-0 overflow-y-auto">
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} undo={undoStateOf(job, jobs)} onOpen={openingOf(job)} onRows={rowsOf} />
          ))}
        </ul>
      ) : ready ? (
        <p className="px-3 py-8 text-center text-muted">{m.job_none()}</p>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </ToolPanel>
  )
}
