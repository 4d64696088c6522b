import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/crud/failure.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Field } from '#src/ui/field.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { examSchemes } from './exam-scheme.queries.ts'
import { allLabels, contentOf, publishScheme, revisionsQuery } from './revisions.ts'
import { SchemeDifferences } from './scheme-view.tsx'
import { useSchemeWrite } from './use-scheme-write.ts'

type PublishDialogProps = { id: number; name: string; onPublished(): void; onClose(): void }

/** Asks before a scheme is published, and says what is different from the last time. */
export function PublishDialog({ id, name, onPublished, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('')
  const scheme = useQuery(examSchemes.row(id))
  const published = useQuery(revisionsQuery(id))
  const [last] = published.data?.revisions ?? []
  const row = scheme.data?.row
  const failed = scheme.error ?? published.error

  // What somebody else has changed meanwhile is shown before it is published.
  const { run, pending, error } = useSchemeWrite(() => void scheme.refetch())
  const publish = () =>
    run(async (key) => {
      if (!row) return
      const { msg } = await publishScheme({ id, version: row.version, note: note.trim() }, key)
      toaster.success(msg)
      onPublished()
    })

  return (
    <Dialog
      open
      onRequestClose={() => !pending && onClose()}
      title={m.examScheme_publishTitle({ name })}
      size="lg"
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" loading={pending} disabled={!row} onClick={() => void publish()}>
            {m.examScheme_publishAs({ number: (row?.revision ?? 0) + 1 })}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">{m.examScheme_publishText()}</p>
      {error && (
        <Banner tone="danger" className="mb-3">
          {error}
        </Banner>
      )}
      {failed ? (
        <ErrorState
          message={failureText(failed)}
          onRetry={() => {
            void scheme.refetch()
            void published.refetch()
          }}
        />
      ) : row && published.data ? (
        last && (
          <section className="mb-4">
            <h3 className="mb-2 font-semibold">{m.examScheme_since({ number: last.number })}</h3>
            <SchemeDifferences
              before={contentOf(last.content)}
              after={contentOf(row)}
              labels={allLabels(published.data.labels, scheme.data?.labels)}
            />
          </section>
        )
      ) : (
        <SkeletonRows rows={4} />
      )}
      <Field label={m.examScheme_publishNote()} hint={m.examScheme_publishNoteHelp()}>
        <Textarea value={note} maxLength={500} rows={2} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </Dialog>
  )
}
