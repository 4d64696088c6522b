import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'

type UndoQuestionProps = { rows: number; onConfirm(): void; onCancel(): void }

/**
 * Asks before an import of many rows goes back. It is part of the job's line, because a dialog would close the panel.
 */
export function UndoQuestion({ rows, onConfirm, onCancel }: UndoQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const count = formatCount(rows)
  return (
    <fieldset className="rounded-md border-0 bg-sunken p-2">
      <legend className="sr-only">{m.undo_askTitle({ count })}</legend>
      <p aria-hidden className="text-sm font-medium">
        {m.undo_askTitle({ count })}
      </p>
      <p className="mt-1 text-sm text-muted">{m.undo_askImport()}</p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button ref={keep} size="sm" onClick={onCancel}>
          {m.undo_askKeep()}
        </Button>
        <Button size="sm" variant="danger" onClick={onConfirm}>
          {m.undo_confirm({ count })}
        </Button>
      </div>
    </fieldset>
  )
}
