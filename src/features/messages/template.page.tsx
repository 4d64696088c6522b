import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { offerUndo } from '#src/crud/calls/undo.ts'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { lazyControl } from '#src/ui/lazy.tsx'
import { messageTemplates } from './message.queries.ts'
import { ResetTemplateDialog } from './reset-template-dialog.tsx'
import { templateErrors } from './template.rules.ts'
import { type TemplateRow, templateDescription } from './template.schema.ts'

const TemplateText = lazyControl(async () => (await import('./template-text.tsx')).TemplateText, { warm: 'first' })

/** The texts of messages by event, way and language. */
export function TemplatePage(props: ListPageProps) {
  const may = useCan()('routine/template/edit')
  const refresh = useRefresh(messageTemplates.key)
  const [asked, setAsked] = useState<TemplateRow>()
  const actions = useMemo((): RowAction<TemplateRow>[] => {
    const reset: RowAction<TemplateRow> = {
      key: 'reset',
      label: m.template_reset,
      icon: <RotateCcw aria-hidden size={14} />,
      run: setAsked,
    }
    return may ? [reset] : []
  }, [may])
  return (
    <>
      <ResourcePage
        {...props}
        resource={messageTemplates}
        description={templateDescription}
        check={templateErrors}
        controls={controls}
        actions={actions}
      />
      {asked && (
        <ResetTemplateDialog
          row={asked}
          onClose={() => setAsked(undefined)}
          onDone={(msg, changeSetId) => {
            setAsked(undefined)
            offerUndo(msg, changeSetId, refresh)
            void refresh()
          }}
        />
      )}
    </>
  )
}

const controls = { text: (props: FieldProps) => <TemplateText {...props} /> }
