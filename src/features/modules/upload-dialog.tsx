import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { type ArchiveAnswer, sendModule } from './store.queries.ts'

type UploadDialogProps = {
  /** The file that was dropped on the store: it is sent at once. */
  file: File | undefined
  onReceived(archive: ArchiveAnswer): void
  onClose(): void
}

/** Takes the archive of a module from this computer. It is checked and kept; nothing is installed yet. */
export function UploadDialog({ file, onReceived, onClose }: UploadDialogProps) {
  const [sent, setSent] = useState<{ name: string; share: number }>()
  const [error, setError] = useState<string>()
  const [over, setOver] = useState(false)
  const sending = useRef<ReturnType<typeof sendModule>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLButtonElement>(null)

  const stop = () => {
    sending.current?.cancel()
    sending.current = undefined
    setSent(undefined)
    // Allows the user to choose the same file again, because it may have been corrected.
    if (input.current) input.current.value = ''
  }
  const send = async (chosen: File | undefined) => {
    if (!chosen || sending.current) return
    setError(undefined)
    if (!/\.zip$/i.test(chosen.name)) return setError(m.store_uploadKind())
    setSent({ name: chosen.name, share: 0 })
    sending.current = sendModule(chosen, (share) => setSent({ name: chosen.name, share }))
    try {
      onReceived(await sending.current.result)
    } catch (reason) {
      setError(failureText(reason))
    }
    stop()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped file is sent once
  useEffect(() => {
    void send(file)
    return () => {
      sending.current?.cancel()
      sending.current = undefined
    }
  }, [])
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button inside */}
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event: DragEvent) => {
            event.preventDefault()
            setOver(false)
            void send(event.dataTransfer.files[0])
          }}
          className={cx(
            'flex min-h-52 flex-col items-center justify-center gap-3 rounded-lg border-2 border-dashed px-4 py-8 text-center transition-colors',
            over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
          )}
        >
          <FileUp aria-hidden size={28} className="text-subtle" />
          {sent ? (
            <>
              <p className="max-w-full truncate font-medium">{sent.name}</p>
              <div
                role="progressbar"
                aria-label={m.import_sending({ name: sent.name })}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.floor(sent.share * 100)}
                className="h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-hover"
              >
                <div className="h-full bg-accent-solid" style={{ width: `${sent.share * 100}%` }} />
              </div>
              <p role="status" className="tabular text-sm text-muted">
                {sent.share < 1
                  ? m.import_sendingShare({ percent: Math.floor(sent.share * 100) })
                  : m.store_uploadChecking()}
              </p>
              <Button onClick={stop}>{m.ui_cancel()}</Button>
            </>
          ) : (
            <>
              <p className="max-sm:hidden">{m.import_drop()}</p>
              <Button ref={first} variant="primary" onClick={() => input.current?.click()}>
                {m.import_choose()}
              </Button>
              <p className="text-sm text-muted">{m.store_uploadKinds()}</p>
            </>
          )}
          <input
            ref={input}
            type="file"
            accept=".zip"
            hidden
            onChange={(event) => void send(event.target.files?.[0])}
          />
        </div>
        {error && (
          <div role="alert" className="whitespace-pre-line">
            <ErrorLine>{error}</ErrorLine>
          </div>
        )}
      </div>
    </Dialog>
  )
}
