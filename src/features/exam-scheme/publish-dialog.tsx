import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { examSchemes } from './exam-scheme.queries.ts'
import { contentOf } from './revisions.ts'
import { SchemeDialog } from './scheme-dialog.tsx'
import { SchemeDifferences } from './scheme-view.tsx'
import { useScheme } from './use-scheme.ts'

type PublishDialogProps = { id: number; name: string; onPublished(): void; onClose(): void }

/** Asks before a scheme is published, and shows the changes since the last revision. */
export function PublishDialog({ id, name, onPublished, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('')
  const scheme = useScheme(id)
  const { row, revisions, labels, write } = scheme
  const [last] = revisions ?? []
  const publish = () =>
    write.run(async (key) => {
      if (!row) return
      const { msg } = await examSchemes.publish({ id, version: row.version, note: note.trim() }, key)
      toaster.success(msg)
      onPublished()
    })

  return (
    <SchemeDialog
      scheme={scheme}
      onClose={onClose}
      title={m.examScheme_publishTitle({ name })}
      size="lg"
      intro={<p className="mb-3 text-muted">{m.examScheme_publishText()}</p>}
      end={
        <FormField label={m.examScheme_publishNote()} hint={m.examScheme_publishNoteHelp()}>
          <Textarea value={note} maxLength={500} rows={2} onChange={(event) => setNote(event.target.value)} />
        </FormField>
      }
      footer={
        <>
          <Button onClick={onClose} disabled={write.pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={write.pending} disabled={!row} onClick={() => void publish()}>
            {m.examScheme_publishAs({ number: (row?.revision ?? 0) + 1 })}
          </Button>
        </>
      }
    >
      {last && row && (
        <section className="mb-4">
          <h3 className="mb-2 font-semibold">{m.examScheme_since({ number: last.number })}</h3>
          <SchemeDifferences before={contentOf(last.content)} after={contentOf(row)} labels={labels} />
        </section>
      )}
    </SchemeDialog>
  )
}
