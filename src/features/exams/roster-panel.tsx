import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { beginJob } from '#src/crud/jobs/job-calls.ts'
import { isOver, useJob } from '#src/crud/jobs/job-feed.ts'
import { ListLink, textLink } from '#src/crud/list/list-link.tsx'
import { RosterImportButton } from '#src/features/exam-import/exam-import-button.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type ExamOverview, exams, type RosterView, rosterQuery } from './exam.queries.ts'
import { NewCandidateDialog } from './new-candidate-dialog.tsx'
import { DifferenceTable } from './roster-differences.tsx'

type RosterPanelProps = { exam: ExamOverview; onChanged(): void }

/** The roster of an exam: its size, a link to its list, and how it differs from the enrollment. */
export function RosterPanel({ exam, onChanged }: RosterPanelProps) {
  const can = useCan()
  const [adding, setAdding] = useState(false)
  const { id, candidates, held, state } = exam
  const may = held && can('exam/exam/roster') && (state === 'draft' || state === 'collecting')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          {m.exam_candidatesIn({ count: candidates.in, shown: formatCount(candidates.in) })}
          {candidates.out > 0 && ` · ${m.exam_candidatesOut({ count: formatCount(candidates.out) })}`}
        </p>
        {can('exam/candidate/index') && (
          <ListLink menu="exam/candidate" filter={{ field: 'examId', operator: 'eq', val: id }} className={textLink}>
            {m.exam_showRoster()}
          </ListLink>
        )}
        {state === 'draft' || state === 'collecting' ? <RosterImportButton exam={exam} onClosed={onChanged} /> : null}
        {may && <Button onClick={() => setAdding(true)}>{m.candidate_add()}</Button>}
      </div>
      {may && <Differences exam={exam} />}
      {adding && <NewCandidateDialog exam={exam} onChanged={onChanged} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Differences({ exam }: Pick<RosterPanelProps, 'exam'>) {
  const { data, error, isFetching, refetch } = useQuery(rosterQuery(exam.id))
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows rows={5} />
  return <Accepting key={digestOf(data)} exam={exam} plan={data} />
}

/** Other differences are another question: whoever has left some out sees all of them again. */
const digestOf = ({ counts, list }: RosterView) => JSON.stringify([counts, list.map((one) => one.studentId)])

function Accepting({ exam, plan }: Pick<RosterPanelProps, 'exam'> & { plan: RosterView }) {
  const [except, setExcept] = useState<ReadonlySet<number>>(new Set())
  const [numbering, setNumbering] = useState<'student' | 'serial'>('student')
  const [begun, setBegun] = useState<number>()
  const job = useJob(begun)
  const running = begun !== undefined && !(job && isOver(job))
  // The end of the job has the page read everything again.
  const { pending, refusal, write } = useDialogWrite({ onChanged: () => undefined, onClose: () => undefined })
  const { counts, closed, homeless, schools, list } = plan
  const all = counts.new + counts.moved + counts.renamed + counts.gone
  const first = exam.candidates.in + exam.candidates.out === 0
  const accept = () =>
    void write(async (key) => {
      const kinds = ['new', 'moved', 'renamed', 'gone'] as const
      const sent = exams.acceptRoster({ id: exam.id, kinds: [...kinds], numbering, except: [...except] }, key)
      setBegun(await beginJob(sent))
      return sent
    })
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base">{first ? m.exam_rosterFirst() : m.exam_differences()}</h2>
      {homeless > 0 && (
        <Banner tone="warning">{m.exam_homeless({ count: homeless, shown: formatCount(homeless) })}</Banner>
      )}
      {closed > 0 && <Banner tone="info">{m.exam_closedParts({ count: formatCount(closed) })}</Banner>}
      {all === 0 ? (
        <p className="text-muted">{first ? m.exam_rosterNobody() : m.exam_rosterSame()}</p>
      ) : (
        <>
          <p>
            {first
              ? m.exam_rosterPlan({ count: formatCount(counts.new), schools: formatCount(schools) })
              : m.exam_differenceCounts({
                  added: formatCount(counts.new),
                  moved: formatCount(counts.moved),
                  renamed: formatCount(counts.renamed),
                  gone: formatCount(counts.gone),
                })}
          </p>
          {counts.new > 0 && <Numbering value={numbering} onChange={setNumbering} />}
          <DifferenceTable list={list} all={all} except={except} onExcept={setExcept} />
          {refusal && <Banner tone="danger">{refusal}</Banner>}
          <div>
            <Button
              variant="primary"
              loading={pending || running}
              disabled={all - closed <= except.size}
              onClick={accept}
            >
              {first
                ? m.exam_takeRoster({ count: formatCount(all - except.size) })
                : m.exam_acceptRoster({ count: formatCount(all - closed - except.size) })}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

type NumberingProps = { value: 'student' | 'serial'; onChange(value: 'student' | 'serial'): void }

/** Where the exam numbers of new candidates come from. */
function Numbering({ value, onChange }: NumberingProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="mb-1 text-sm text-muted">{m.exam_numbering()}</legend>
      {(['student', 'serial'] as const).map((one) => (
        <label key={one} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name="numbering"
            checked={value === one}
            onChange={() => onChange(one)}
            className="size-4 accent-accent-solid"
          />
          {one === 'student' ? m.exam_numberingStudent() : m.exam_numberingSerial()}
        </label>
      ))}
    </fieldset>
  )
}
