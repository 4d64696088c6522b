import { useMemo } from 'react'
import { type FormDescription, RecordForm } from '#src/crud/form/record-form.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog.tsx'
import { type ExamOverview, exams } from './exam.queries.ts'

type NewCandidateForm = { student: string; number: string; combo: string }

/** The fields of a candidate who is added. Exams without a choice of subjects have no combinations. */
const descriptionOf = (combos: readonly string[]): FormDescription<NewCandidateForm> => ({
  key: 'new-candidate',
  fields: [
    { name: 'student', type: 'text', label: m.student_number, required: true, max: 32, wide: true },
    {
      name: 'number',
      type: 'text',
      label: m.candidate_number,
      max: 32,
      rule: 'studentNumber',
      help: m.candidate_numberHelp,
    },
    ...(combos.length === 0
      ? []
      : [
          {
            name: 'combo' as const,
            type: 'select' as const,
            label: m.candidate_combo,
            options: combos.map((name) => ({ value: name, label: () => name })),
          },
        ]),
  ],
})

type NewCandidateDialogProps = { exam: ExamOverview; onChanged(): void; onClose(): void }

/** Adds one student to the roster, for example somebody who came after the roster date. */
export function NewCandidateDialog({ exam: { id, scheme }, onChanged, onClose }: NewCandidateDialogProps) {
  const description = useMemo(() => descriptionOf(scheme.combos), [scheme.combos])
  return (
    <Dialog open onRequestClose={onClose} title={m.candidate_add()} size="md">
      <p className="mb-3 text-muted">{m.candidate_addText()}</p>
      <RecordForm<NewCandidateForm>
        bare
        draft={String(id)}
        description={description}
        onCancel={onClose}
        onSubmit={async ({ student, number, combo }, { key }) => {
          const { msg } = await exams.addCandidate({ id, student, number: number ?? '', combo: combo ?? '' }, key)
          onChanged()
          onClose()
          return { msg }
        }}
      />
    </Dialog>
  )
}
