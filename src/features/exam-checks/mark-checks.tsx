import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { formatMinute } from '#src/lib/date.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { outcomeTexts } from './check-outcomes.ts'
import { examChecksQuery, type ShownCheck } from './exam-checks.queries.ts'

const AnswerCheckDialog = lazyDialog(
  async () => (await import('./answer-check-dialog.tsx')).AnswerCheckDialog,
  ({ onClose }: { onClose(): void }) => onClose(),
)

type MarkChecksProps = {
  exam: number
  /** Asks for a correction of the paper; undefined when nobody may ask, or the user may not. */
  onCorrect: ((paper: Pick<ShownCheck, 'candidateId' | 'subjectId'>) => void) | undefined
}

/** The requests to check papers of an exam, the open ones first. Nothing for whoever does not answer them. */
export function MarkChecks({ exam, onCorrect }: MarkChecksProps) {
  const may = useCan()('exam/exam/check')
  const refresh = useRefresh('exam')
  const { timeZone } = useKit()
  const [answering, setAnswering] = useState<ShownCheck>()
  const { data, error, isFetching, refetch } = useQuery({ ...examChecksQuery(exam), enabled: may })
  if (!may) return null
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-base">{m.check_requests()}</h2>
      <p className="text-muted">{m.check_requestsText()}</p>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.list.length === 0 ? (
        <p className="text-muted">{m.check_noRequest()}</p>
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
          {data.list.map((one) => (
            <CheckLine
              key={one.id}
              check={one}
              timeZone={timeZone}
              onAnswer={() => setAnswering(one)}
              onCorrect={onCorrect}
            />
          ))}
        </ul>
      )}
      {answering && (
        <AnswerCheckDialog
          exam={exam}
          check={answering}
          onClose={() => setAnswering(undefined)}
          onChanged={() => void refresh()}
        />
      )}
    </section>
  )
}

type CheckLineProps = Pick<MarkChecksProps, 'onCorrect'> & { check: ShownCheck; timeZone: string; onAnswer(): void }

function CheckLine({ check, timeZone, onAnswer, onCorrect }: CheckLineProps) {
  const {
    candidateId,
    subjectId,
    name,
    number,
    school,
    subject,
    mark,
    publication,
    text,
    outcome,
    answer,
    who,
    time,
    answerTime,
  } = check
  const place = [school, check.class].filter((part) => part !== '').join(' · ')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{`${name} (${number})`}</span>
          <span>{subject}</span>
          {outcome === '' ? (
            <Tag tone="warning">{m.check_open()}</Tag>
          ) : (
            <Tag tone="success">{outcomeTexts[outcome]()}</Tag>
          )}
        </p>
        <p className="text-sm text-muted">
          {[
            place,
            m.check_markNow({ mark: mark === null ? '–' : mark / 100 }),
            m.check_seenIn({ number: publication }),
            formatMinute(time, timeZone),
          ].join(' · ')}
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        {answerTime && (
          <p className="text-muted wrap-anywhere whitespace-pre-line">
            {[m.check_answerAt({ time: formatMinute(answerTime, timeZone), answer }), who ?? ''].join(' ')}
          </p>
        )}
      </div>
      {outcome === '' && onCorrect && (
        <Button
          size="sm"
          aria-label={m.check_correctOf({ number, subject })}
          onClick={() => onCorrect({ candidateId, subjectId })}
        >
          {m.correction_ask()}
        </Button>
      )}
      {outcome === '' && (
        <Button size="sm" aria-label={m.check_answerOf({ number, subject })} onClick={onAnswer}>
          {m.check_answer()}
        </Button>
      )}
    </li>
  )
}
