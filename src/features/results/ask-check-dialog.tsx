import { useState } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { CheckText } from '#src/features/exam-checks/check-text.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Select } from '#src/ui/select.tsx'
import type { ResultCalls, ShownChecks } from './own-results.queries.ts'

type AskCheckDialogProps = {
  /** The papers that nobody of the family has asked about. */
  papers: ShownChecks['papers']
  paper: { link: number; exam: number }
  calls: ResultCalls
  onClose(): void
  onChanged(): void
}

/** Asks for a check: of which paper, and why. */
export function AskCheckDialog({ papers, paper, calls, onClose, onChanged }: AskCheckDialogProps) {
  const [subject, setSubject] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const noSubject = subject === null
  const noText = text.trim() === ''
  const dirty = !noSubject || text !== ''
  const { leave, question } = useDiscard(dirty, onClose)
  const send = () => {
    setTried(true)
    if (noSubject || noText) return
    void write(async (idempotencyKey) => ({
      msg: await calls
        .check({ ...paper, subject: Number(subject), text: text.trim(), idempotencyKey })
        .catch(leaveWhenSignedOut),
    }))
  }
  return (
    <Dialog
      open
      onRequestClose={() => !pending && leave()}
      title={m.check_title()}
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} onClick={send}>
            {m.check_send()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <p className="text-muted">{m.check_askText()}</p>
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        <FormField label={m.report_subject()} required errors={tried && noSubject ? [m.rule_required()] : []}>
          <Select
            items={papers.map((one) => ({ value: String(one.subject), label: one.name }))}
            value={subject}
            onChange={setSubject}
          />
        </FormField>
        <CheckText label={m.check_why()} hint={m.check_whyHint()} value={text} tried={tried} onChange={setText} />
      </div>
      {question}
    </Dialog>
  )
}
