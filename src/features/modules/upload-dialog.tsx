import { useRef } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { SendArea } from '#src/crud/import/send-area.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { type ArchiveAnswer, sendModule } from './store.queries.ts'

type UploadDialogProps = {
  /** The file that was dropped on the store: it is sent at once. */
  file: File | undefined
  onReceived(archive: ArchiveAnswer): void
  onClose(): void
}

/** Takes the archive of a module from this computer. It is checked and kept; nothing is installed yet. */
export function UploadDialog({ file, onReceived, onClose }: UploadDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.store_upload()}
      initialFocus={first}
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">{m.store_uploadText()}</p>
        <SendArea
          first={first}
          accept=".zip"
          kinds={m.store_uploadKinds()}
          checking={m.store_uploadChecking()}
          file={file}
          refusal={({ name }) => (/\.zip$/i.test(name) ? undefined : m.store_uploadKind())}
          send={sendModule}
          failure={refusedText}
          onReceived={onReceived}
        />
      </div>
    </Dialog>
  )
}
