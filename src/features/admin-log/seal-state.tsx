import { Copy } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { LogSeals } from './admin-log.queries.ts'

/** The newest seal, to be kept elsewhere, and when it was last sent outside. */
export function SealState({ seals: { newest, sends } }: { seals: LogSeals }) {
  const { timeZone } = useKit()
  if (!newest) return null
  const copy = () =>
    void navigator.clipboard
      .writeText(`${newest.number} ${newest.hash}`)
      .then(() => toaster.success(m.adminLog_verifyCopied()))
  return (
    <>
      <DetailsCard heading={m.adminLog_verifyNewest()}>
        <DetailLine label={m.adminLog_verifyNumber()}>
          <span className="flex items-center gap-2">
            {newest.number}
            <IconButton label={m.adminLog_verifyCopy()} size="sm" onClick={copy}>
              <Copy aria-hidden size={14} />
            </IconButton>
          </span>
        </DetailLine>
        <DetailLine label={m.adminLog_verifyHash()}>
          <code className="text-sm break-all">{newest.hash}</code>
        </DetailLine>
        <DetailLine label={m.list_createTime()}>{formatInstant(newest.time, timeZone)}</DetailLine>
      </DetailsCard>
      {sends.length > 0 && (
        <section className="rounded-xl border border-line bg-surface">
          <h2 className="border-b border-line px-5 py-3 text-base">{m.adminLog_sends()}</h2>
          <ul className="px-5 py-2">
            {sends.map(({ time, way, recipient, number, failure }) => (
              <li key={`${time} ${recipient}`} className="border-line py-2.5 not-last:border-b">
                <span className="flex flex-wrap items-center gap-2">
                  <Tag tone={failure === '' ? 'success' : 'danger'}>
                    {failure === '' ? m.adminLog_sendDone() : m.adminLog_sendFailed()}
                  </Tag>
                  <span className="tabular text-sm text-muted">{formatInstant(time, timeZone)}</span>
                  <span>{m.adminLog_brokenSeal({ number })}</span>
                </span>
                <span className="block text-sm break-all">
                  {way === 'mail' ? m.adminLog_sendMail() : m.adminLog_sendHook()}: {recipient}
                </span>
                {failure !== '' && <span className="block text-sm break-words text-danger-ink">{failure}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
