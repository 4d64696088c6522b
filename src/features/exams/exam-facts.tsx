import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'
import type { ExamOverview } from './exam.queries.ts'

/** What an exam consists of, and how far its schools are. */
export function ExamFacts({ exam }: { exam: ExamOverview }) {
  const { timeZone } = useKit()
  const { scheme, candidates, parts, corrections } = exam
  const schools = parts.open + parts.submitted + parts.returned
  return (
    <DetailsCard heading={m.exam_standing()}>
      <DetailLine label={m.exam_scheme()}>{m.exam_schemeRevision(scheme)}</DetailLine>
      <DetailLine label={m.menu_candidate()}>
        {m.exam_candidatesIn({ count: candidates.in, shown: formatCount(candidates.in) })}
        {candidates.out > 0 && ` · ${m.exam_candidatesOut({ count: formatCount(candidates.out) })}`}
        {candidates.withoutCombo > 0 && (
          <span className="block text-warning-ink">
            {m.exam_withoutCombo({ count: candidates.withoutCombo, shown: formatCount(candidates.withoutCombo) })}
          </span>
        )}
      </DetailLine>
      <DetailLine label={m.exam_schools()}>
        {schools === 0
          ? '–'
          : m.exam_partsSubmitted({ submitted: formatCount(parts.submitted), all: formatCount(schools) })}
        {parts.returned > 0 && ` · ${m.exam_partsReturned({ count: formatCount(parts.returned) })}`}
        {parts.late > 0 && (
          <span className="block text-danger-ink">{m.exam_partsLate({ count: formatCount(parts.late) })}</span>
        )}
      </DetailLine>
      {(corrections.waiting > 0 || corrections.uncomputed > 0) && (
        <DetailLine label={m.menu_correction()}>
          {corrections.waiting > 0 && (
            <span className="block">
              {m.correction_waitingCount({ count: corrections.waiting, shown: formatCount(corrections.waiting) })}
            </span>
          )}
          {corrections.uncomputed > 0 && (
            <span className="block text-warning-ink">
              {m.correction_uncomputed({ count: corrections.uncomputed, shown: formatCount(corrections.uncomputed) })}
            </span>
          )}
        </DetailLine>
      )}
      <DetailLine label={m.exam_deadline()}>
        {exam.deadline === null ? m.exam_noDeadline() : formatInstant(exam.deadline, timeZone)}
      </DetailLine>
      <DetailLine label={m.exam_step()}>{String(exam.step / 100)}</DetailLine>
      <DetailLine label={m.exam_published()}>
        {exam.published === 0 ? m.exam_notPublished() : exam.published}
      </DetailLine>
    </DetailsCard>
  )
}
