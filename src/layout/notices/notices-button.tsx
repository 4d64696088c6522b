import { Bell } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
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

/** What concerns the user, also from other visits. */
export type OwnNotices = { unread: number; panel(close: () => void): ReactNode }

type NoticesButtonProps = { owner: number; own?: OwnNotices | undefined }

/**
 * Keeps the messages of this visit, opens the panel with them and with what concerns the user, and shows how many
 * notices and errors are not yet seen.
 */
export function NoticesButton({ owner, own }: NoticesButtonProps) {
  const { notices } = useLocalStore(noticeStore, none)
  useEffect(() => noticeLog.follow(owner), [owner])
  const errors = notices.filter((one) => one.unread).length
  const unread = errors + (own?.unread ?? 0)
  return (
    <PanelButton
      icon={<Bell size={17} />}
      title={m.notice_open()}
      label={unread > 0 ? m.notice_unread({ count: unread }) : m.notice_open()}
      count={unread}
      tone={errors > 0 ? 'danger' : 'accent'}
    >
      {(close) => <NoticesPanel own={own?.panel(close)} visitFirst={notices.length > 0 && !own?.unread} />}
    </PanelButton>
  )
}
