import { ArchiveArrowUp } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasTransfer, useKit } from '#src/layout/kit-context.ts'
import { offersOf } from '#src/resource/offers.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { useRights } from '../row/use-rights.ts'
import type { DeletedDialogProps } from './deleted-dialog.tsx'

const DeletedDialog = lazyPart(async () => (await import('./deleted-dialog.tsx')).DeletedDialog)

/** The button that lists the deleted rows, for users that may bring them back. */
export function DeletedButton(props: Omit<DeletedDialogProps, 'onClose'>) {
  const may = useRights(props.description)
  const kit = useKit()
  const [open, setOpen] = useState(false)
  if (!may.add || !offersOf(props.description).deleted || !hasTransfer(kit)) return null
  return (
    <>
      <IconButton label={m.deleted_open()} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ArchiveArrowUp aria-hidden size={16} />
      </IconButton>
      {open && <DeletedDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
