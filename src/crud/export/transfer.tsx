import type { RefObject } from 'react'
import { Popup } from '#src/ui/popup.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import type { Opened, TransferProps } from './transfer-button.tsx'
import { TransferPanel } from './transfer-panel.tsx'

type Props = TransferProps & {
  /** What the button says. */
  label: string
  opened: Opened | undefined
  trigger: RefObject<HTMLElement | null>
  onOpen(what: Opened | undefined): void
}

/** The popup of the button, and the import dialog, which stays open after the popup closes. */
export function Transfer({ label, opened, trigger, onOpen, ...list }: Props) {
  const earlier = typeof opened === 'object' ? opened : undefined
  return (
    <>
      {opened === 'panel' && (
        <Popup
          label={label}
          trigger={trigger}
          onClose={() => onOpen(undefined)}
          className="w-80 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:w-auto"
        >
          <TransferPanel
            {...list}
            onImport={() => onOpen('import')}
            onClose={() => {
              onOpen(undefined)
              trigger.current?.focus()
            }}
          />
        </Popup>
      )}
      {(opened === 'import' || earlier) && (
        <ImportDialog
          // Each import job needs its own dialog state.
          key={earlier?.job}
          resource={list.resource}
          description={list.description}
          earlier={earlier}
          onClose={() => {
            onOpen(undefined)
            trigger.current?.focus()
          }}
        />
      )}
    </>
  )
}
