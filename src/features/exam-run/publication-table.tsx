import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatMinute } from '#src/lib/date.ts'
import { Tag } from '#src/ui/tag.tsx'
import { audienceText } from './audience-text.ts'
import type { PublicationView } from './exam-run.queries.ts'
import { TextCell, TitledTable } from './table-parts.tsx'

/** The publications of an exam, the newest first. */
export function PublicationTable({ publications }: { publications: readonly PublicationView[] }) {
  const { timeZone } = useKit()
  const standing = publications.find(({ withdrawTime }) => withdrawTime === null)
  if (publications.length === 0) return <p className="text-muted">{m.examRun_noPublication()}</p>
  return (
    <TitledTable
      title={m.examRun_publications()}
      heads={[
        m.examRun_version(),
        m.examRun_run(),
        m.examRun_audience(),
        m.examRun_note(),
        m.examRun_who(),
        m.examRun_when(),
      ]}
    >
      {publications.map((one) => (
        <tr key={one.number} className="border-line border-t">
          <TextCell>
            <span className="flex items-center gap-2">
              <span className="tabular">{one.number}</span>
              {one === standing && <Tag tone="success">{m.examRun_stands()}</Tag>}
              {one.withdrawTime && <Tag tone="warning">{m.examRun_isWithdrawn()}</Tag>}
            </span>
          </TextCell>
          <TextCell>{one.run}</TextCell>
          <TextCell>{audienceText(one.audience)}</TextCell>
          <TextCell>
            {one.note}
            {one.withdrawReason && <p className="text-muted">{m.examRun_because({ reason: one.withdrawReason })}</p>}
          </TextCell>
          <TextCell>{one.who}</TextCell>
          <TextCell>{formatMinute(one.createTime, timeZone)}</TextCell>
        </tr>
      ))}
    </TitledTable>
  )
}
