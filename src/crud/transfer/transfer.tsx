import { type RefObject, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Popup } from '#src/ui/popup.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import type { TransferProps } from './transfer-button.tsx'
import { TransferPanel } from './transfer-panel.tsx'

type Props = TransferProps & { open: boolean; trigger: RefObject<HTMLElement | null>; onClose(): void }

/** What the button opens, and the import that outlives it. */
export function Transfer({ open, trigger, onClose, ...list }: Props) {
  const [importing, setImporting] = useState(false)
  return (
    <>
      {open && (
        <Popup
          label={m.transfer_open()}
          trigger={trigger}
          onClose={onClose}
          className="w-80 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:w-auto"
        >
          <TransferPanel
            {...list}
            onImport={() => {
              setImporting(true)
              onClose()
            }}
          />
        </Popup>
      )}
      {importing && (
        <ImportDialog
          resource={list.resource}
          description={list.description}
          onClose={() => {
            setImporting(false)
            trigger.current?.focus()
          }}
        />
      )}
    </>
  )
}
