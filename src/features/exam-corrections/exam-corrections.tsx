import { useState } from 'react'
import { MarkChecks } from '#src/features/exam-checks/mark-checks.tsx'
import type { ExamOverview } from '#src/features/exams/exam.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { Button } from '#src/ui/button.tsx'
import { AskCorrection } from './ask-correction.tsx'
import { CorrectionQueue } from './correction-queue.tsx'

type ExamCorrectionsProps = { exam: Pick<ExamOverview, 'id' | 'state'>; onChanged(): void }

/** The corrections of an exam, as a column of sections. */
export function ExamCorrections({ exam: { id, state }, onChanged }: ExamCorrectionsProps) {
  const can = useCan()
  const [asking, setAsking] = useState<{ candidateId?: number; subjectId?: number }>()
  const closed = state === 'locked' || state === 'published'
  const mayAsk = closed && can('exam/correction/add')
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto max-w-2xl text-muted">
          {state === 'draft' || state === 'collecting' ? m.correction_open() : m.correction_intro()}
        </p>
        {mayAsk && (
          <Button variant="primary" onClick={() => setAsking({})}>
            {m.correction_ask()}
          </Button>
        )}
      </div>
      <CorrectionQueue examId={id} />
      <MarkChecks exam={id} onCorrect={mayAsk ? setAsking : undefined} />
      {asking && <AskCorrection examId={id} {...asking} onAsked={onChanged} onClose={() => setAsking(undefined)} />}
    </div>
  )
}
