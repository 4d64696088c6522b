import { Layers, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { lazyControl, lazyDialog } from '#src/ui/lazy.tsx'
import { examSchemes } from './exam-scheme.queries.ts'
import { schemeErrors } from './exam-scheme.rules.ts'
import { examSchemeDescription } from './exam-scheme.schema.ts'
import type { ExamSchemeRow } from './exam-scheme.table.server.ts'
import { PublishContext, SchemeName, SchemeState } from './scheme-cells.tsx'
import { schemeFacts } from './scheme-facts.ts'

const PublishDialog = lazyDialog(
  async () => (await import('./publish-dialog.tsx')).PublishDialog,
  ({ onClose }) => onClose(),
)
const RevisionsDialog = lazyDialog(
  async () => (await import('./revisions-dialog.tsx')).RevisionsDialog,
  ({ onClose }) => onClose(),
)
const SchemeField = lazyControl(async () => (await import('./scheme-field.tsx')).SchemeField, { warm: 'first' })

type About = { row: ExamSchemeRow; what: 'publish' | 'revisions' }

/** The list page of exam schemes, with dialogs to publish a scheme and to see its revisions. */
export function ExamSchemePage(props: ListPageProps) {
  const can = useCan()
  const mayEdit = can('baseInfo/exam-scheme/edit')
  const mayPublish = can('baseInfo/exam-scheme/publish')
  const refresh = useRefresh(examSchemes.key)
  const [about, setAbout] = useState<About>()
  const { publish, actions } = useMemo(() => {
    const ask = (row: ExamSchemeRow) => setAbout({ row, what: 'publish' })
    const publishing: RowAction<ExamSchemeRow> = {
      key: 'publish',
      label: m.examScheme_publish,
      icon: <Send aria-hidden size={14} />,
      run: ask,
      shown: (row) => row.state !== 'published',
    }
    const looking: RowAction<ExamSchemeRow> = {
      key: 'revisions',
      label: m.examScheme_showRevisions,
      icon: <Layers aria-hidden size={14} />,
      run: (row) => setAbout({ row, what: 'revisions' }),
    }
    return mayPublish ? { publish: ask, actions: [publishing, looking] } : { actions: [looking] }
  }, [mayPublish])
  const close = () => setAbout(undefined)
  const dialog = about && { id: about.row.id, name: about.row.name, onClose: close }
  return (
    <PublishContext value={publish}>
      <ResourcePage
        {...props}
        resource={examSchemes}
        description={examSchemeDescription}
        check={schemeErrors}
        facts={schemeFacts}
        cells={cells}
        controls={controls}
        actions={actions}
        emptyHint={m.examScheme_emptyHint()}
      />
      {dialog &&
        (about.what === 'publish' ? (
          <PublishDialog
            {...dialog}
            onPublished={() => {
              close()
              void refresh()
            }}
          />
        ) : (
          <RevisionsDialog {...dialog} mayEdit={mayEdit} onChanged={() => void refresh()} />
        ))}
    </PublishContext>
  )
}

const cells = {
  name: (row: ExamSchemeRow) => <SchemeName row={row} />,
  state: (row: ExamSchemeRow) => <SchemeState row={row} />,
}

const controls = {
  subjects: (props: FieldProps) => <SchemeField {...props} name="subjects" />,
  combinations: (props: FieldProps) => <SchemeField {...props} name="combinations" />,
}
