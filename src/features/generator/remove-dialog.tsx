import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { designQuery, generations } from './generator.queries.ts'
import type { RowDialogProps } from './undo-dialog.tsx'

/** Asks before a generated screen goes, and whether its table goes too. */
export function RemoveDialog({ row, onChanged, onClose }: RowDialogProps) {
  const [table, setTable] = useState(false)
  const { data, error } = useQuery(designQuery({ key: row.key }))
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  const base = data?.base
  return (
    <ConfirmDialog
      open
      title={m.designer_removeTitle({ title: row.title })}
      confirmText={m.designer_remove()}
      danger
      pending={pending}
      disabled={!base}
      error={refusal ?? (error ? failureText(error) : undefined)}
      onConfirm={() =>
        base && void write((key) => generations.remove({ key: base.key, version: base.version, table }, key))
      }
      onCancel={onClose}
    >
      <p className="mb-3">{m.designer_removeText()}</p>
      <Checkbox checked={table} onChange={setTable}>
        {base
          ? m.designer_removeTable({ name: row.tableName, count: formatCount(base.rows) })
          : m.designer_removeTableOnly({ name: row.tableName })}
      </Checkbox>
    </ConfirmDialog>
  )
}
