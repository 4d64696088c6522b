import { m } from '#src/i18n/paraglide/messages.js'
import { ContactLines } from './contact-lines.tsx'
import type { FaultReport } from './fault.functions.ts'
import { type NoticePageProps, NoticeRule, PageNotice } from './notice.tsx'
import { useAutoReturn } from './use-auto-return.ts'
import { useFaultReport } from './use-fault-report.ts'

type NotFoundPageProps = NoticePageProps & {
  /** The requested path; undefined when it is not known. */
  path: string | undefined
  /** The result of the report, if the server has already sent it. */
  known: FaultReport | undefined
  report(): Promise<FaultReport>
  /** Called at the end of the countdown when there is no page to go back to. */
  onHome(): void
}

/** The 404 page. It reports the missing page and then redirects by itself, unless any user input stops it. */
export function NotFoundPage({ path, known, report, contact, onHome, ...rest }: NotFoundPageProps) {
  const { area, canGoBack, onBack } = rest
  const outcome = useFaultReport(known, report)
  const { progress, secondsLeft, stopped } = useAutoReturn(canGoBack ? onBack : onHome)
  const leaving = canGoBack
    ? m.notFound_countdown({ seconds: secondsLeft })
    : (area === 'admin' ? m.notFound_countdownAdmin : area ? m.notFound_countdownMember : m.notFound_countdownHome)({
        seconds: secondsLeft,
      })
  return (
    <PageNotice
      code="404"
      title={m.notFound_title()}
      rule={<NoticeRule label={m.notFound_progress()} progress={stopped ? undefined : progress} />}
      home={m.notFound_home()}
      {...rest}
    >
      <p>{m.notFound_text()}</p>
      {path && (
        <p>
          <code className="box-decoration-clone rounded-sm bg-hover px-1.5 py-0.5 font-mono text-sm text-ink">
            {path}
          </code>
        </p>
      )}
      <p role="status">{outcomeText(outcome)}</p>
      {outcome?.number === null && <ContactLines contact={contact} />}
      <p className="tabular mt-3">{stopped ? m.notFound_stopped() : leaving}</p>
    </PageNotice>
  )
}

function outcomeText(outcome: FaultReport | undefined): string {
  if (!outcome) return m.notFound_reporting()
  return outcome.number === null ? m.notFound_notReported() : m.notFound_reported({ number: outcome.number })
}
