import { offerUndo } from '#src/crud/calls/undo.ts'
import { type FormDescription, RecordForm } from '#src/crud/form/record-form.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog.tsx'
import { students } from './student.queries.ts'
import type { StudentRow } from './student.row.ts'

type MoveForm = { orgId: number; since: string }

const moveDescription: FormDescription<MoveForm> = {
  key: 'student-move',
  fields: [
    {
      name: 'orgId',
      type: 'relation',
      label: m.student_newClass,
      required: true,
      resource: 'organization',
      tree: true,
      wide: true,
    },
    { name: 'since', type: 'date', label: m.student_newSince, required: true, default: { dynamic: 'today' } },
  ],
}

type MoveDialogProps = { row: StudentRow; onChanged(): void; onClose(): void }

/** Moves a pupil to another class or school from a day on. The present place becomes an earlier one. */
export function MoveDialog({ row, onChanged, onClose }: MoveDialogProps) {
  const { id, version, name } = row
  const check = ({ orgId, since }: Readonly<Record<string, unknown>>) => ({
    ...(orgId === row.orgId ? { orgId: [m.student_moveSame()] } : {}),
    ...(typeof since === 'string' && since !== '' && since <= row.since
      ? { since: [m.student_moveLater({ day: row.since })] }
      : {}),
  })
  return (
    <Dialog open onRequestClose={onClose} title={m.student_moveTitle({ name })} size="md">
      <p className="mb-3 text-muted">{m.student_moveText()}</p>
      <RecordForm<MoveForm>
        bare
        draft={String(id)}
        description={moveDescription}
        check={check}
        choicesOf={() => students.choices('orgId')}
        onCancel={onClose}
        onSubmit={async ({ orgId, since }, { key }) => {
          // Whoever had left is at school again.
          const back = row.until === null ? {} : { status: 'active', until: null }
          const { msg, data } = await students.edit({ id, version, orgId, since, ...back }, key)
          offerUndo(msg, data.changeSetId, onChanged)
          onChanged()
          onClose()
          return {}
        }}
      />
    </Dialog>
  )
}
