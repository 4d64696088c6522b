import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { ANSWER } from '#src/lib/closing-states.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { members } from './member.queries.ts'

type RefuseClosingDialogProps = { id: number; name: string; onClose(): void; onChanged(): void }

/** Refuses the request of a member to close the account, with an answer that the member reads. */
export function RefuseClosingDialog({ id, name, onClose, onChanged }: RefuseClosingDialogProps) {
  const { timeZone } = useKit()
  const field = useRef<HTMLTextAreaElement>(null)
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState(false)
  const request = useQuery({
    queryKey: [members.key, 'closing', id],
    queryFn: ({ signal }) => members.closing({ id }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const { leave, question } = useDiscard(answer !== '', onClose)
  const refuse = () => {
    const text = answer.trim()
    setMissing(text === '')
    if (text === '') field.current?.focus()
    else void write((key) => members.refuseClosing({ id, answer: text }, key))
  }
  const { data, error } = request
  return (
    <Dialog
      open
      onRequestClose={() => !pending && leave()}
      title={m.member_refuseTitle({ name })}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} onClick={refuse}>
            {m.member_refuseClosing()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {(refusal ?? error) && <Banner tone="danger">{refusal ?? failureText(error)}</Banner>}
        {data && (
          <p>
            {m.member_closingFact({
              asked: formatInstant(data.askTime, timeZone),
              due: formatInstant(data.dueTime, timeZone),
            })}
          </p>
        )}
        {data?.held && <Banner tone="info">{m.member_closingHeld()}</Banner>}
        <p className="text-muted">{m.member_refuseText()}</p>
        <FormField label={m.member_refuseAnswer()} required errors={missing ? [m.rule_required()] : []}>
          <Textarea
            ref={field}
            value={answer}
            maxLength={ANSWER}
            rows={3}
            onChange={(event) => {
              setAnswer(event.target.value)
              setMissing(false)
            }}
          />
        </FormField>
      </div>
      {question}
    </Dialog>
  )
}
