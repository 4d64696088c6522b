import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RelativeTime } from '#src/ui/relative-time.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { ToastIcon } from '#src/ui/toast.tsx'
import { toastStore } from '#src/ui/toast-store.ts'
import { copyNumber } from '../copy-number.ts'
import { useKit } from '../kit-context.ts'
import { ToolPanel } from '../tool-panel.tsx'
import { type KeptNotice, noticeActions, noticeLog, noticeStore } from './notice-log.ts'

type NoticesPanelProps = {
  /** What concerns the user; undefined for a back end that does not know it. */
  own?: ReactNode
  /** Begins with the messages of this visit, because nothing else is new. */
  visitFirst?: boolean
}

/** Shows what concerns the user, and the messages of this visit again. */
export function NoticesPanel({ own, visitFirst = false }: NoticesPanelProps) {
  if (own === undefined) return <VisitPanel />
  return (
    <ToolPanel title={m.notice_open()}>
      <Tabs
        label={m.notice_open()}
        initial={visitFirst ? 'visit' : 'own'}
        tabs={[
          { value: 'own', label: m.notice_forYou(), content: own },
          { value: 'visit', label: m.notice_visit(), content: <VisitTab /> },
        ]}
      />
    </ToolPanel>
  )
}

/** The messages of this visit alone. */
function VisitPanel() {
  const { notices } = useLocalStore(noticeStore, noticeStore.read())
  return (
    <ToolPanel title={m.notice_open()} action={notices.length > 0 && <ClearButton />}>
      <VisitList />
    </ToolPanel>
  )
}

/** The same below a tab, which has no place for the button beside its title. */
function VisitTab() {
  const { notices } = useLocalStore(noticeStore, noticeStore.read())
  return (
    <>
      <VisitList />
      {notices.length > 0 && (
        <div className="flex justify-end border-t border-line p-1">
          <ClearButton />
        </div>
      )}
    </>
  )
}

function ClearButton() {
  return (
    <Button size="sm" variant="ghost" onClick={noticeLog.clear}>
      {m.notice_clear()}
    </Button>
  )
}

/** The messages of this visit, the newest first. */
function VisitList() {
  const { notices } = useLocalStore(noticeStore, noticeStore.read())
  // biome-ignore lint/correctness/useExhaustiveDependencies: also what comes while the panel is open is seen
  useEffect(() => noticeLog.markAllRead(), [notices])
  return notices.length > 0 ? (
    <ul className="min-h-0 overflow-y-auto">
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </ul>
  ) : (
    <p className="px-3 py-8 text-center text-balance text-muted">{m.notice_none()}</p>
  )
}

function NoticeLine({ notice }: { notice: KeptNotice }) {
  const { timeZone } = useKit()
  const { id, type, text, time, count, number } = notice
  const action = useSyncExternalStore(noticeActions.subscribe, noticeActions.read).get(id)
  return (
    <li className="flex items-start gap-2.5 border-b border-line px-3 py-2.5 last:border-0">
      <ToastIcon type={type} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        <p className="mt-0.5 text-xs text-muted">
          <RelativeTime value={time} title={formatInstant(time, timeZone)} timeZone={timeZone} />
          {count > 1 && <> · ×{count}</>}
        </p>
      </div>
      {action ? (
        <Button
          size="sm"
          onClick={() => {
            toastStore.close(id, 'acted')
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      ) : (
        number && (
          <IconButton size="sm" label={m.failure_copy()} onClick={() => void copyNumber(number)}>
            <Copy size={14} />
          </IconButton>
        )
      )}
    </li>
  )
}
