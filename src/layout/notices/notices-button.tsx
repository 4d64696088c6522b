import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { PanelButton } from '../panel-button.tsx'
import { noticeLog, noticeStore } from './notice-log.ts'

const NoticesPanel = lazyPart(
  async () => (await import('./notices-panel.tsx')).NoticesPanel,
  <SkeletonRows rows={3} />,
  {
    warm: 'later',
  },
)

const none = { owner: 0, notices: [] }

/** Keeps the messages of this visit, opens the panel with them, and shows the number of errors not yet seen. */
export function NoticesButton({ owner }: { owner: number }) {
  const { notices } = useLocalStore(noticeStore, none)
  useEffect(() => noticeLog.follow(owner), [owner])
  const unread = notices.filter((one) => one.unread).length
  return (
    <PanelButton
      icon={<Bell size={17} />}
      title={m.notice_open()}
      label={unread > 0 ? m.notice_unread({ count: unread }) : m.notice_open()}
      count={unread}
      tone="danger"
    >
      {() => <NoticesPanel />}
    </PanelButton>
  )
}
