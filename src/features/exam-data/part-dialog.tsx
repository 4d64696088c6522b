import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { fromZoned } from '#src/lib/from-zoned.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { TimeInput } from '#src/ui/time-input.tsx'
import { EXAM_DATA, examDataCalls } from './exam-data.queries.ts'

export type PartAction = 'remind' | 'extend' | 'return'

type PartDialogProps = {
  exam: number
  kind: PartAction
  schools: readonly { id: number; name: string }[]
  onDone(): void
  onClose(): void
}

/** Schools by name in a question. */
const NAMED = 6

/** Reminds schools, extends their deadline, or returns their marks. */
export function PartDialog({ exam, kind, schools, onDone, onClose }: PartDialogProps) {
  const { timeZone } = useKit()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>('18:00:00')
  const changed = () => {
    void client.invalidateQueries({ queryKey: [EXAM_DATA] })
    onDone()
  }
  const { pending, refusal, write } = useDialogWrite({ onChanged: changed, onClose, textOf: refusedText })
  const { leave, question } = useDiscard(reason !== '' || day !== null, onClose)
  const common = { id: exam, schoolIds: schools.map(({ id }) => id) }
  const ready = kind === 'remind' || (kind === 'return' ? reason.trim() !== '' : day !== null && time !== null)
  const send = (key: string) => {
    if (kind === 'remind') return examDataCalls.remind(common, key)
    if (kind === 'return') return examDataCalls.giveBack({ ...common, reason }, key)
    const deadline = fromZoned({ day: day ?? '', time: time ?? '' }, timeZone)
    return examDataCalls.extend({ ...common, deadline }, key)
  }
  return (
    <Dialog
      open
      onRequestClose={() => !pending && leave()}
      title={titleOf(kind)}
      size="sm"
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} disabled={!ready} onClick={() => void write(send)}>
            {buttonOf(kind)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{textOf(kind)}</p>
        <p className="font-medium wrap-anywhere">{namesOf(schools)}</p>
        {kind === 'extend' && (
          <div className="flex gap-2">
            <FormField label={m.examData_newDay()} required className="flex-[3]">
              <DateInput value={day} onChange={setDay} timeZone={timeZone} />
            </FormField>
            <FormField label={m.examData_newTime()} required className="flex-[2]">
              <TimeInput value={time} onChange={setTime} />
            </FormField>
          </div>
        )}
        {kind === 'return' && (
          <FormField label={m.examData_reason()} required hint={m.examData_reasonHint()}>
            <Textarea value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
          </FormField>
        )}
        {refusal && <Banner tone="danger">{refusal}</Banner>}
      </div>
      {question}
    </Dialog>
  )
}

function titleOf(kind: PartAction): string {
  if (kind === 'remind') return m.examData_remindTitle()
  return kind === 'extend' ? m.examData_extendTitle() : m.examData_returnTitle()
}

function textOf(kind: PartAction): string {
  if (kind === 'remind') return m.examData_remindText()
  return kind === 'extend' ? m.examData_extendText() : m.examData_returnText()
}

function buttonOf(kind: PartAction): string {
  if (kind === 'remind') return m.examData_remind()
  return kind === 'extend' ? m.examData_extend() : m.examData_return()
}

function namesOf(schools: PartDialogProps['schools']): string {
  const names = schools.slice(0, NAMED).map(({ name }) => name)
  const more = schools.length - names.length
  return more > 0 ? m.examData_andMore({ names: names.join(', '), count: formatCount(more) }) : names.join(', ')
}
