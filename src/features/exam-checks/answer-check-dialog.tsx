import { useState } from 'react'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { type CheckOutcome, checkOutcomes, outcomeTexts } from './check-outcomes.ts'
import { CheckText } from './check-text.tsx'
import { examChecks, type ShownCheck } from './exam-checks.queries.ts'

type AnswerCheckDialogProps = { exam: number; check: ShownCheck; onClose(): void; onChanged(): void }

/** Answers a request for a check: what it came to, and a text for the family. */
export function AnswerCheckDialog({ exam, check, onClose, onChanged }: AnswerCheckDialogProps) {
  const [outcome, setOutcome] = useState<CheckOutcome>()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const noText = text.trim() === ''
  const dirty = outcome !== undefined || text !== ''
  const { leave, question } = useDiscard(dirty, onClose)
  const send = () => {
    setTried(true)
    if (outcome === undefined || noText) return
    void write((key) => examChecks.answer({ id: exam, check: check.id, outcome, text: text.trim() }, key))
  }
  return (
    <Dialog
      open
      onRequestClose={() => !pending && leave()}
      title={m.check_answerOf({ number: check.number, subject: check.subject })}
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} onClick={send}>
            {m.check_answer()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <p className="wrap-anywhere whitespace-pre-line">{check.text}</p>
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        <FieldGroup
          label={m.check_outcome()}
          hint={m.check_outcomeHint()}
          required
          errors={tried && outcome === undefined ? [m.rule_required()] : []}
        >
          <RadioGroup
            items={checkOutcomes.map((value) => ({ value, label: outcomeTexts[value]() }))}
            value={outcome ?? null}
            onChange={(value) => setOutcome(checkOutcomes.find((one) => one === value))}
          />
        </FieldGroup>
        <CheckText
          label={m.check_answerText()}
          hint={m.check_answerHint()}
          value={text}
          tried={tried}
          onChange={setText}
        />
      </div>
      {question}
    </Dialog>
  )
}
