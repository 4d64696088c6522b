import { useState } from 'react'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import type { ExamOverview } from './exam.queries.ts'
import { type ExamStep, StepDialog } from './exam-step-dialog.tsx'
import type { ExamTab } from './exam-tabs.ts'

type ExamNextProps = { exam: ExamOverview; onChanged(): void; onTab(tab: ExamTab): void }

/** The steps that are taken on the tab of the versions. */
const onVersions: Readonly<Record<string, { node: 'lock' | 'publish'; text(): string }>> = {
  collecting: { node: 'lock', text: m.exam_doLock },
  locked: { node: 'publish', text: m.exam_doPublish },
}

/** What is to be done next, for those who hold the exam, with the button that does it. */
export function ExamNext({ exam, onChanged, onTab }: ExamNextProps) {
  const can = useCan()
  const [step, setStep] = useState<ExamStep>()
  const { id, state, held, candidates, scheme } = exam
  const may = (node: 'edit' | 'lock' | 'publish' | 'roster') => held && can(`exam/exam/${node}`)
  const steps: { step: ExamStep; shown: boolean; primary?: true }[] = [
    { step: 'open', shown: state === 'draft' && candidates.in > 0 && may('edit'), primary: true },
    { step: 'takeRevision', shown: state === 'draft' && scheme.last > scheme.revision && may('edit') },
    { step: 'toDraft', shown: state === 'collecting' && may('edit') },
    { step: 'reopen', shown: state === 'locked' && may('lock') },
    { step: 'archive', shown: state === 'published' && may('publish') },
  ]
  const texts: Record<ExamStep, () => string> = {
    open: m.exam_doOpen,
    takeRevision: () => m.exam_doRevision({ number: scheme.last }),
    toDraft: m.exam_doDraft,
    reopen: m.exam_doReopen,
    archive: m.exam_doArchive,
  }
  const versions = onVersions[state]
  // As long as a school has not submitted, entering marks comes next, and not the lock.
  const isEntering = state === 'collecting' && exam.parts.submitted < partsOf(exam)
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface px-5 py-4">
      {/* Beside buttons that leave less room than this, the sentence stands above them. */}
      <p style={{ flex: '1 1 16rem' }}>{nextText(exam)}</p>
      <div className="flex flex-wrap gap-2">
        {steps
          .filter(({ shown }) => shown)
          .map((one) => (
            <Button key={one.step} variant={one.primary ? 'primary' : 'secondary'} onClick={() => setStep(one.step)}>
              {texts[one.step]()}
            </Button>
          ))}
        {state === 'draft' && candidates.in === 0 && may('roster') && (
          <Button variant="primary" onClick={() => onTab('roster')}>
            {m.exam_doRoster()}
          </Button>
        )}
        {(state === 'locked' || exam.published > 0) && can('report/index') && (
          <ListLink menu="report" search={{ exam: id, report: 'overview' }} className={buttonClass()}>
            {exam.published > 0 ? m.examRun_reports() : m.examRun_preview()}
          </ListLink>
        )}
        {versions && may(versions.node) && (
          <Button variant={isEntering ? 'secondary' : 'primary'} onClick={() => onTab('versions')}>
            {versions.text()}
          </Button>
        )}
        {state === 'collecting' && can('exam/data/index') && (
          <ListLink
            menu="exam/data"
            search={{ exam: id }}
            className={buttonClass({ variant: isEntering ? 'primary' : 'secondary' })}
          >
            {m.menu_examData()}
          </ListLink>
        )}
      </div>
      {step && <StepDialog exam={exam} step={step} onChanged={onChanged} onClose={() => setStep(undefined)} />}
    </div>
  )
}

function partsOf({ parts }: ExamOverview): number {
  return parts.open + parts.submitted + parts.returned
}

function nextText(exam: ExamOverview): string {
  const { state, candidates, parts } = exam
  if (state === 'draft') return candidates.in === 0 ? m.exam_nextRoster() : m.exam_nextOpen()
  if (state === 'collecting') {
    return m.exam_nextCollect({ submitted: formatCount(parts.submitted), all: formatCount(partsOf(exam)) })
  }
  if (state === 'locked') return m.exam_nextLocked()
  return state === 'published' ? m.exam_nextPublished() : m.exam_nextArchived()
}
