import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatTimeOfDay } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { endView, startAnew } from './view-as.ts'

type ViewerBarProps = {
  person: { nickname: string; username: string; viewer: { username: string; until: string } }
  timeZone: string
}

/** The bar at the bottom of every page while a super administrator views as another account, which it can end. */
export function ViewerBar({ person: { nickname, username, viewer }, timeZone }: ViewerBarProps) {
  const { until } = viewer
  const [ending, setEnding] = useState(false)
  useEffect(() => {
    const timer = setTimeout(startAnew, Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  const end = async () => {
    setEnding(true)
    try {
      await endView()
    } catch (error) {
      toastFailure(error)
      setEnding(false)
    }
  }
  // The minute is enough: nobody waits for the second.
  const time = formatTimeOfDay(until, timeZone)
  return (
    <div className="no-print sticky bottom-0 z-30 border-t border-line bg-ground p-1.5">
      <Banner
        tone="warning"
        action={
          <Button size="sm" loading={ending} onClick={() => void end()}>
            {m.viewAs_end()}
          </Button>
        }
      >
        {m.viewAs_banner({ viewer: viewer.username, name: nickname || username, time })}
      </Banner>
    </div>
  )
}
