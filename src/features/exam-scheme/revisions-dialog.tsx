import { useState } from 'react'
import { offerUndo } from '#src/crud/calls/undo.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { examSchemes } from './exam-scheme.queries.ts'
import { RevisionList } from './revision-list.tsx'
import { contentOf } from './revisions.ts'
import { schemeChanges } from './scheme-changes.ts'
import { SchemeDialog } from './scheme-dialog.tsx'
import { SchemeDifferences, SchemeView } from './scheme-view.tsx'
import { useScheme } from './use-scheme.ts'

type RevisionsDialogProps = {
  id: number
  name: string
  mayEdit: boolean
  /** Called after the scheme has changed. */
  onChanged(): void
  onClose(): void
}

/** Shows the revisions of a scheme: the content, the differences from today, and a button to restore a revision. */
export function RevisionsDialog({ id, name, mayEdit, onChanged, onClose }: RevisionsDialogProps) {
  const [chosen, setChosen] = useState<number>()
  const [comparing, setComparing] = useState(false)
  const scheme = useScheme(id)
  const { row, revisions = [], labels, write } = scheme
  const revision = revisions.find(({ number }) => number === chosen) ?? revisions[0]
  const now = row && contentOf(row)
  const then = revision && contentOf(revision.content)
  const different = now && then ? schemeChanges(then, now).length > 0 : false

  const revert = () =>
    write.run(async (key) => {
      if (!row || !revision) return
      const { data, msg } = await examSchemes.revert({ id, version: row.version, number: revision.number }, key)
      offerUndo(msg, data.changeSetId, onChanged)
      onChanged()
      onClose()
    })

  return (
    <SchemeDialog
      scheme={scheme}
      onClose={onClose}
      title={m.examScheme_revisionsTitle({ name })}
      size="xl"
      footer={
        <>
          <Button onClick={onClose} disabled={write.pending}>
            {m.ui_close()}
          </Button>
          {mayEdit && revision && (
            <Button loading={write.pending} disabled={!different} onClick={() => void revert()}>
              {m.examScheme_revert({ number: revision.number })}
            </Button>
          )}
        </>
      }
    >
      {!revision || !then || !now ? (
        <p className="py-6 text-center text-muted">{m.examScheme_neverPublished()}</p>
      ) : (
        <div className="flex gap-5 max-md:flex-col">
          <RevisionList revisions={revisions} chosen={revision.number} onChoose={setChosen} />
          <div className="min-w-0 flex-1">
            <div className="mb-3 flex flex-wrap items-center gap-2">
              <h3 className="mr-auto font-semibold">
                {comparing ? m.examScheme_since({ number: revision.number }) : m.examScheme_revisionOf(revision)}
              </h3>
              <Button size="sm" aria-pressed={comparing} onClick={() => setComparing(!comparing)}>
                {comparing ? m.examScheme_showContent() : m.examScheme_showDifferences()}
              </Button>
            </div>
            {comparing ? (
              <SchemeDifferences before={then} after={now} labels={labels} />
            ) : (
              <SchemeView content={then} labels={labels} />
            )}
          </div>
        </div>
      )}
    </SchemeDialog>
  )
}
