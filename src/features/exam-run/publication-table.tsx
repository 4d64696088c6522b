import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatMinute } from '#src/lib/date.ts'
import { Button } from '#src/ui/button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { audienceText } from './audience-text.ts'
import type { PublicationView } from './exam-run.queries.ts'
import { TextCell, TitledTable } from './table-parts.tsx'

type PublicationTableProps = {
  publications: readonly PublicationView[]
  /** Shows what a publication has changed. */
  onChanges: ((publication: PublicationView) => void) | undefined
}

/** The publications of an exam, the newest first. */
export function PublicationTable({ publications, onChanges }: PublicationTableProps) {
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
        m.examRun_changes(),
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
          <TextCell>
            {onChanges && one.number > 1 && (
              <Button size="sm" aria-label={m.examRun_changesOf({ number: one.number })} onClick={() => onChanges(one)}>
                {m.examRun_seeChanges()}
              </Button>
            )}
          </TextCell>
        </tr>
      ))}
    </TitledTable>
  )
}
