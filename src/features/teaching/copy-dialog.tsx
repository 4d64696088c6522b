import { useMemo, useRef } from 'react'
import { offerUndo } from '#src/crud/calls/undo.ts'
import { type FormDescription, RecordForm } from '#src/crud/form/record-form.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog.tsx'
import { teachings } from './teaching.queries.ts'

type CopyForm = { fromId: number; toId: number }

const term = { type: 'relation', resource: 'term', required: true } as const

/** The form begins with the current term, if there is one. */
const descriptionOf = (current: number | null): FormDescription<CopyForm> => ({
  key: 'teaching-copy',
  fields: [
    { ...term, name: 'fromId', label: m.teaching_copyFrom, ...(current === null ? {} : { default: current }) },
    { ...term, name: 'toId', label: m.teaching_copyTo },
  ],
})

/** Copies all assignments of a term that the user sees to another term, as one action that can be undone. */
export function CopyDialog({ current, onClose }: { current: number | null; onClose(): void }) {
  const description = useMemo(() => descriptionOf(current), [current])
  const refresh = useRefresh(teachings.key)
  const written = useRef<{ count: number; changeSetId: number | null }>(undefined)
  return (
    <Dialog open onRequestClose={onClose} title={m.teaching_copy()}>
      <p className="mb-3 text-muted">{m.teaching_copyText()}</p>
      <RecordForm<CopyForm>
        bare
        description={description}
        choicesOf={() => teachings.choices('termId')}
        onCancel={onClose}
        onSubmit={async (values, { key }) => {
          const { msg, data } = await teachings.copy(values, key)
          written.current = data
          return { msg }
        }}
        onSaved={(msg) => {
          offerUndo(msg, written.current?.changeSetId, () => void refresh(), written.current?.count)
          void refresh()
          onClose()
        }}
      />
    </Dialog>
  )
}
