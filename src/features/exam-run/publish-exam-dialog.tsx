import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { familyLabels } from './audience-text.ts'
import { ChangesTable } from './changes-table.tsx'
import type { DialogOfExam } from './dialog-of-exam.ts'
import { type AudienceView, examRuns } from './exam-run.queries.ts'
import { MOST_CHECK_DAYS } from './run.facts.ts'

type PublishExamDialogProps = DialogOfExam & {
  run: number
  /** The number that the publication gets. */
  number: number
  audience: AudienceView
}

/** Publishes a run: shows what changed for whom since the last publication, and asks who sees it. */
export function PublishExamDialog(props: PublishExamDialogProps) {
  const { exam, run, number, onClose, onChanged } = props
  const { id, version } = exam
  const [audience, setAudience] = useState<AudienceView>(props.audience)
  const [days, setDays] = useState<number | string | null>(props.audience.checkDays)
  const forFamilies = audience.families !== 'none'
  const wrongDays = forFamilies && !isDays(days)
  const [note, setNote] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['exam', 'changes', id, run],
    queryFn: ({ signal }) => examRuns.changes({ id: String(id), run: String(run) }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const { leave, question } = useDiscard(note !== '', onClose)
  const publish = () => {
    const checkDays = isDays(days) ? days : props.audience.checkDays
    void write((key) =>
      examRuns.publish({ id, version, run, audience: { ...audience, checkDays }, note: note.trim() }, key),
    )
  }
  return (
    <Dialog
      open
      onRequestClose={() => !pending && leave()}
      title={m.examRun_publishTitle({ number })}
      size="lg"
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} disabled={wrongDays} onClick={publish}>
            {m.examRun_publish()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : data ? (
          <ChangesTable changes={data} />
        ) : (
          <SkeletonRows rows={3} />
        )}
        <Audience audience={audience} onChange={setAudience} />
        <FieldGroup label={m.examRun_families()} hint={m.examRun_familiesHelp()}>
          <RadioGroup
            items={familyLevels.map((value) => ({ value, label: familyLabels[value]() }))}
            value={audience.families}
            onChange={(value) =>
              setAudience({ ...audience, families: familyLevels.find((one) => one === value) ?? audience.families })
            }
          />
        </FieldGroup>
        {forFamilies && (
          <Checkbox checked={audience.ranks} onChange={(ranks) => setAudience({ ...audience, ranks })}>
            {m.examRun_ownRanks()}
          </Checkbox>
        )}
        {forFamilies && (
          <FormField
            label={m.examRun_checkDays()}
            hint={m.examRun_checkDaysHelp()}
            errors={wrongDays ? [m.examRun_checkDaysWrong({ max: MOST_CHECK_DAYS })] : []}
          >
            <NumberInput value={days} onChange={setDays} min={0} max={MOST_CHECK_DAYS} />
          </FormField>
        )}
        <FormField label={m.examRun_note()} hint={m.examRun_noteHelp()}>
          <Textarea value={note} maxLength={500} rows={2} onChange={(event) => setNote(event.target.value)} />
        </FormField>
      </div>
      {question}
    </Dialog>
  )
}

const familyLevels = ['none', 'bands', 'marks'] as const

/** Whether what was typed is a number of days. */
function isDays(value: number | string | null): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_CHECK_DAYS
}

type AudienceProps = { audience: AudienceView; onChange(audience: AudienceView): void }

function Audience({ audience, onChange }: AudienceProps) {
  const { schools, teachers } = audience
  return (
    <FieldGroup label={m.examRun_audience()} hint={m.examRun_audienceHelp()}>
      <div className="flex flex-col gap-1.5">
        <Checkbox checked={schools} onChange={(next) => onChange({ ...audience, schools: next })}>
          {m.examRun_schools()}
        </Checkbox>
        <Checkbox checked={teachers} onChange={(next) => onChange({ ...audience, teachers: next })}>
          {m.examRun_teachers()}
        </Checkbox>
      </div>
    </FieldGroup>
  )
}
