import { ListTodo } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Popup } from '#src/ui/popup.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { runningJobs } from './running-jobs.ts'

const JobsPanel = lazyPart(async () => (await import('./jobs-panel.tsx')).JobsPanel, <SkeletonRows rows={3} />, {
  warm: 'later',
})
const JobsWatch = lazyPart(async () => (await import('./jobs-watch.tsx')).JobsWatch, null, { place: 'nowhere' })

/** Opens the panel with the user's background jobs, and shows the number of running jobs. */
export function JobsButton() {
  const running = useLocalStore(runningJobs, 0)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span className="relative inline-flex">
      <IconButton
        ref={button}
        label={running > 0 ? m.job_running({ count: running }) : m.job_open()}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ListTodo size={17} />
        {running > 0 && (
          <span className="tabular absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent-solid px-1 text-center text-xs leading-4 text-white">
            {running}
          </span>
        )}
      </IconButton>
      {open && (
        <Popup
          label={m.job_open()}
          trigger={button}
          onClose={() => setOpen(false)}
          className="w-104 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:mt-10 max-sm:w-auto"
        >
          <JobsPanel onClose={() => setOpen(false)} />
        </Popup>
      )}
      {running > 0 && <JobsWatch />}
    </span>
  )
}
