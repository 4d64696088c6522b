import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { formatDuration, pauseOrContinue, today, worked, workingDayOf } from './working-time.ts'

type WorkingTimeProps = { userId: number; timeZone: string }

/** The user's working time of today. The user can pause the clock. */
export function WorkingTime({ userId, timeZone }: WorkingTimeProps) {
  const store = workingDayOf(userId)
  const kept = useLocalStore(store, null)
  const now = useNow(kept?.pausedSince === null)
  const day = kept && now !== undefined ? today(kept, now, timeZone) : undefined
  const paused = day !== undefined && day.pausedSince !== null

  // Stores the new day when midnight passes while the page is open.
  useEffect(() => {
    if (day && day !== store.read()) store.write(day)
  }, [day, store])

  return (
    <div className="flex min-h-7 items-center gap-2">
      <dt className="text-muted">{m.dashboard_workingTime()}</dt>
      <dd className="flex items-center gap-2">
        <span role="timer" aria-label={m.dashboard_workingTime()} className="tabular">
          {day && now !== undefined ? formatDuration(worked(day, now)) : '–'}
        </span>
        {paused && <span className="text-muted">{m.dashboard_paused()}</span>}
        <IconButton
          size="sm"
          label={paused ? m.dashboard_continue() : m.dashboard_pause()}
          disabled={!day}
          onClick={() => store.write(pauseOrContinue(today(store.read(), Date.now(), timeZone), Date.now()))}
        >
          {paused ? <Play aria-hidden size={14} /> : <Pause aria-hidden size={14} />}
        </IconButton>
      </dd>
    </div>
  )
}

/** The current time in milliseconds, updated every second while the clock runs; undefined on the server. */
function useNow(runs: boolean): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(Date.now())
    if (!runs) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return now
}
