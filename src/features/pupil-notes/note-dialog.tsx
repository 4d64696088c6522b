import { useState } from 'react'
import { failureOf } from '#src/crud/calls/failure.ts'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { useDiscard } from '#src/crud/form/use-discard.tsx'
import { type PupilSheet, type SavedNote, writeNote } from '#src/features/reports/pupil.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { MOST_NOTE_TEXT } from './note-text.ts'

type Seen = { id: number; version: number; text: string }

type NoteDialogProps = {
  sheet: { exam: number; version: string; pupil: number }
  note: PupilSheet['note']
  onClose(): void
  /** The sheet has the note from now on. */
  onSaved(saved: SavedNote): void
  /** By default, that of the server. */
  send?: typeof writeNote
}

/** Writes, changes or deletes the note of a pupil. What someone else has written meanwhile is shown first. */
export function NoteDialog({ sheet, note, onClose, onSaved, send = writeNote }: NoteDialogProps) {
  const [seen, setSeen] = useState<Seen | null>(note)
  const [text, setText] = useState(note?.text ?? '')
  const [isOther, setIsOther] = useState(false)
  const { pending, refusal, write } = useDialogWrite({ onChanged: () => undefined, onClose })
  const { leave, question } = useDiscard(text !== (note?.text ?? ''), onClose)
  const save = () =>
    write(async (key) => {
      try {
        const known = seen && { id: seen.id, version: seen.version }
        const answer = await send({ ...sheet, text: text.trim(), note: known }, key)
        onSaved(answer.data)
        return answer
      } catch (reason) {
        const failure = failureOf(reason)
        if (failure.kind === 'stale') {
          setSeen(seenIn(failure.current))
          setIsOther(true)
        }
        throw reason
      }
    })
  return (
    <Dialog
      open
      onRequestClose={() => !pending && leave()}
      title={m.note_of()}
      footer={
        <>
          <Button onClick={leave} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} onClick={() => void save()}>
            {m.crud_save()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {isOther ? <OtherNote note={seen} /> : refusal && <Banner tone="danger">{refusal}</Banner>}
        <FormField label={m.note_label()} hint={m.note_hint()}>
          <Textarea
            value={text}
            maxLength={MOST_NOTE_TEXT}
            rows={6}
            onChange={(event) => setText(event.target.value)}
          />
        </FormField>
      </div>
      {question}
    </Dialog>
  )
}

/** What the note says now, before it is replaced. */
function OtherNote({ note }: { note: Seen | null }) {
  return (
    <Banner tone="warning">
      <p>{note ? m.note_now() : m.note_nowNone()}</p>
      {note && <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>}
      <p>{m.note_over()}</p>
    </Banner>
  )
}

/** The note in the answer to a conflict; null when it is gone. */
function seenIn(current: { version: number }): Seen | null {
  if (!('id' in current && 'text' in current)) return null
  const { id, text, version } = current
  return typeof id === 'number' && id > 0 && typeof text === 'string' ? { id, text, version } : null
}
