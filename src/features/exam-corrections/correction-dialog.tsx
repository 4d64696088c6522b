import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { choiceOption } from '#src/crud/fields/choice-option.ts'
import { useChoices } from '#src/crud/fields/use-choices.ts'
import { focusPath } from '#src/crud/form/focus-field.ts'
import { type FormDescription, RecordForm } from '#src/crud/form/record-form.tsx'
import { useRefreshOf } from '#src/crud/list/use-refresh.ts'
import { faultText } from '#src/features/exam-data/fault-text.ts'
import { paperText, readMark } from '#src/features/exam-data/mark-cell.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { candidateChoices, corrections, type PapersOfOne, papersOfOneQuery } from './correction.queries.ts'
import { CORRECTION_TEXT } from './correction.schema.ts'

type CorrectionDialogProps = {
  examId: number
  candidateId?: number | undefined
  subjectId?: number | undefined
  /** Called after a correction was asked for. */
  onAsked?(): void
  onClose(): void
}

/** Asks for a correction: first whose, unless it is known, then of which subject and what instead. */
export function CorrectionDialog({ examId, candidateId, subjectId, onAsked, onClose }: CorrectionDialogProps) {
  const [chosen, setChosen] = useState(candidateId)
  return (
    <Dialog open onRequestClose={onClose} title={m.correction_ask()} size="md">
      <div className="flex flex-col gap-4">
        {candidateId === undefined && <CandidatePicker examId={examId} value={chosen} onChange={setChosen} />}
        {chosen !== undefined && (
          <OfCandidate
            key={chosen}
            examId={examId}
            candidateId={chosen}
            subjectId={subjectId}
            onAsked={onAsked}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

type CandidatePickerProps = { examId: number; value: number | undefined; onChange(id: number): void }

/** Finds a candidate of the exam by typing. */
function CandidatePicker({ examId, value, onChange }: CandidatePickerProps) {
  const source = useMemo(() => candidateChoices(examId), [examId])
  const [text, setText] = useState('')
  const [looked, setLooked] = useState(false)
  const found = useChoices(source, { text, enabled: looked })
  const [label, setLabel] = useState('')
  const items = found.options.map(choiceOption)
  return (
    <FormField label={m.correction_candidate()} required errors={found.error ? [failureText(found.error)] : []}>
      <Combobox
        items={items}
        value={value === undefined ? null : String(value)}
        selected={value === undefined ? null : { value: String(value), label }}
        onChange={(next) => {
          if (next === null) return
          setLabel(items.find((one) => one.value === next)?.label ?? '')
          onChange(Number(next))
        }}
        onSearch={setText}
        onOpen={() => setLooked(true)}
        onMore={found.hasMore ? found.more : undefined}
        loading={found.loading && looked}
        placeholder={m.correction_candidateHint()}
        clearable={false}
      />
    </FormField>
  )
}

type OfCandidateProps = Omit<CorrectionDialogProps, 'candidateId'> & { candidateId: number }

function OfCandidate(props: OfCandidateProps) {
  const { data, error, isFetching, refetch } = useQuery(papersOfOneQuery(props.examId, props.candidateId))
  // What is typed stays when somebody comes back to the window and the server cannot be reached.
  if (!data)
    return error ? (
      <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <SkeletonRows rows={3} />
    )
  return (
    <>
      <p>
        <span className="font-medium">{data.name}</span>{' '}
        <span className="tabular text-muted">{[data.number, data.org].join(' · ')}</span>
      </p>
      {data.subjects.length === 0 ? <Banner>{m.correction_noSubjects()}</Banner> : <AskForm {...props} papers={data} />}
    </>
  )
}

type Asked = { subjectId: number; wanted: string; reason: string }

/** A select gives the id of its option as a number; a draft may have it as text. */
const subjectIn = ({ subjects }: PapersOfOne, id: unknown) => subjects.find((one) => one.id === Number(id))

function descriptionOf({ subjects }: PapersOfOne, wished: number | undefined): FormDescription<Asked> {
  const first = subjects.find(({ id }) => id === wished)?.id ?? (subjects.length === 1 ? subjects[0]?.id : undefined)
  return {
    key: 'correction-ask',
    fields: [
      {
        name: 'subjectId',
        type: 'select',
        label: m.correction_subject,
        required: true,
        wide: true,
        options: subjects.map(({ id, name, value, waits }) => {
          const texts = { subject: name, mark: value || m.correction_noPaper() }
          return { value: id, label: () => (waits ? m.correction_presentWaits(texts) : m.correction_present(texts)) }
        }),
        ...(first === undefined ? {} : { default: first }),
      },
      {
        name: 'wanted',
        type: 'text',
        label: m.correction_wanted,
        required: true,
        max: 20,
        help: m.correction_wantedHelp,
      },
      {
        name: 'reason',
        type: 'text',
        label: m.correction_reason,
        required: true,
        max: CORRECTION_TEXT,
        multiline: true,
        wide: true,
      },
    ],
  }
}

function AskForm({
  examId,
  candidateId,
  subjectId,
  papers,
  onAsked,
  onClose,
}: OfCandidateProps & { papers: PapersOfOne }) {
  const refresh = useRefreshOf()
  const box = useRef<HTMLDivElement>(null)
  // The dialog of a known paper opens before the form is there. On a touch screen, the keyboard would cover it.
  useEffect(() => {
    if (subjectId !== undefined && !matchMedia('(pointer: coarse)').matches) focusPath(box.current, 'wanted')
  }, [subjectId])
  const description = useMemo(() => descriptionOf(papers, subjectId), [papers, subjectId])
  // The rules of the desk, before anything is sent.
  const check = (values: FormValues): FieldErrors => {
    const subject = subjectIn(papers, values.subjectId)
    if (!subject || typeof values.wanted !== 'string') return {}
    const rule = { fullMark: subject.fullMark, step: papers.step }
    const read = readMark(values.wanted, rule)
    if (read === null) return {}
    if (typeof read === 'string') return { wanted: [faultText(read, rule)] }
    return paperText(read) === subject.value ? { wanted: [m.correction_same()] } : {}
  }
  return (
    <div ref={box}>
      <RecordForm<Asked>
        bare
        draft={`${examId}:${candidateId}:${subjectId ?? ''}`}
        description={description}
        check={check}
        onCancel={onClose}
        onSubmit={async ({ subjectId: of, wanted, reason }, { key }) => {
          await corrections.add({ examId, candidateId, subjectId: Number(of), wanted, reason }, key)
          await Promise.all([refresh(corrections.key), refresh('exam')])
          onAsked?.()
          onClose()
          return { msg: m.correction_sent() }
        }}
      />
    </div>
  )
}
