import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { useRefreshOf } from '#src/crud/list/use-refresh.ts'
import { EXAM_DATA } from '#src/features/exam-data/exam-data.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { corrections } from './correction.queries.ts'
import type { CorrectionRow } from './correction.row.ts'
import { CORRECTION_TEXT } from './correction.schema.ts'

/** What becomes of corrections. */
export type Decision = 'accept' | 'refuse' | 'withdraw'

type DecideDialogProps = {
  kind: Decision
  /** Corrections of one exam; to withdraw, one. */
  rows: readonly CorrectionRow[]
  onDone?(): void
  onClose(): void
}

/** The most corrections that the dialog lists. */
const LISTED = 10

const titles: Record<Decision, (inputs: { count: number; shown: string }) => string> = {
  accept: m.correction_acceptTitle,
  refuse: m.correction_refuseTitle,
  withdraw: () => m.correction_withdrawTitle(),
}
const texts: Record<Decision, () => string> = {
  accept: m.correction_acceptText,
  refuse: m.correction_refuseText,
  withdraw: m.correction_withdrawText,
}
const buttons: Record<Decision, () => string> = {
  accept: m.correction_accept,
  refuse: m.correction_refuse,
  withdraw: m.correction_withdraw,
}

/** Asks before corrections are accepted, refused or withdrawn. A refusal needs an answer. */
export function DecideDialog({ kind, rows, onDone, onClose }: DecideDialogProps) {
  const [answer, setAnswer] = useState('')
  const refresh = useRefreshOf()
  const onChanged = () => {
    for (const key of [corrections.key, 'exam', EXAM_DATA]) void refresh(key)
    onDone?.()
  }
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const dirty = answer !== ''
  const { leave, question } = useDiscard(dirty, onClose)
  const [first] = rows
  if (!first) return null
  const { examId, id } = first
  const ids = rows.map((row) => row.id)
  const send = () =>
    void write((key) => {
      if (kind === 'withdraw') return corrections.withdraw({ examId, id }, key)
      if (kind === 'accept') return corrections.accept({ examId, ids }, key)
      return corrections.refuse({ examId, ids, answer: answer.trim() }, key)
    })
  return (
    <ConfirmDialog
      open
      title={titles[kind]({ count: rows.length, shown: formatCount(rows.length) })}
      confirmText={buttons[kind]()}
      danger={kind === 'refuse'}
      pending={pending}
      disabled={kind === 'refuse' && answer.trim() === ''}
      error={refusal && <span className="whitespace-pre-line">{refusal}</span>}
      onConfirm={send}
      onCancel={leave}
    >
      <ul className="mb-3 text-ink">
        {rows.slice(0, LISTED).map((row) => (
          <li key={row.id} className="tabular">
            {`${row.number}: ${row.was || m.correction_noPaper()} → ${row.wanted}`}
          </li>
        ))}
        {rows.length > LISTED && <li>…</li>}
      </ul>
      <p>{texts[kind]()}</p>
      {kind === 'refuse' && (
        <div className="mt-3">
          <FormField label={m.correction_answer()} required>
            <Textarea
              value={answer}
              maxLength={CORRECTION_TEXT}
              rows={2}
              onChange={(event) => setAnswer(event.target.value)}
            />
          </FormField>
        </div>
      )}
      {question}
    </ConfirmDialog>
  )
}
