import { ListTodo } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { PanelButton } from '#src/layout/panel-button.tsx'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { runningJobs } from './running-jobs.ts'

const JobsPanel = lazyPart(async () => (await import('./jobs-panel.tsx')).JobsPanel, <SkeletonRows rows={3} />, {
  warm: 'later',
})
const JobsWatch = lazyPart(async () => (await import('./jobs-watch.tsx')).JobsWatch, null, { place: 'nowhere' })

/** Opens the panel with the user's background jobs, and shows the number of running jobs. */
export function JobsButton() {
  const running = useLocalStore(runningJobs, 0)
  return (
    <>
      <PanelButton
        icon={<ListTodo size={17} />}
        title={m.job_open()}
        label={running > 0 ? m.job_running({ count: running }) : m.job_open()}
        count={running}
        tone="accent"
      >
        {(close) => <JobsPanel onClose={close} />}
      </PanelButton>
      {running > 0 && <JobsWatch />}
    </>
  )
}
