import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { Button } from '#src/ui/button.tsx'
import { formatDuration, pauseOrContinue, today, worked, workingDayOf } from './working-time.ts'

type WorkingTimeCardProps = { userId: number; timeZone: string }

/** The user's working time of today. The user can pause the clock. */
export function WorkingTimeCard({ userId, timeZone }: WorkingTimeCardProps) {
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
    <section
      aria-label={m.dashboard_workingTime()}
      className="flex flex-col rounded-xl border border-line bg-surface p-5"
    >
      <h2 className="text-sm font-normal text-muted">{m.dashboard_workingTime()}</h2>
      <p className="mt-1 flex items-center gap-3">
        <span role="timer" className="tabular text-lg font-medium">
          {day && now !== undefined ? formatDuration(worked(day, now)) : '–'}
        </span>
        {paused && <span className="text-sm text-muted">{m.dashboard_paused()}</span>}
      </p>
      <p className="mt-auto pt-3">
        <Button
          size="sm"
          icon={paused ? <Play aria-hidden size={13} /> : <Pause aria-hidden size={13} />}
          disabled={!day}
          onClick={() => store.write(pauseOrContinue(today(store.read(), Date.now(), timeZone), Date.now()))}
        >
          {paused ? m.dashboard_continue() : m.dashboard_pause()}
        </Button>
      </p>
    </section>
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
