import { FileDown, FileUp } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import type { Description } from '#src/resource/description.ts'
import { hasTemplate } from '#src/resource/importable.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { ACCEPTED } from './accepted.ts'
import { type SendingImport, sendImport } from './upload.ts'

type FileStepProps = {
  resource: string
  description: Description
  /** The button that gets the focus when the dialog opens. */
  first: RefObject<HTMLButtonElement | null>
  onReceived(view: ImportView): void
}

/** The user chooses or drops a file. The file is then sent to the server. */
export function FileStep({ resource, description, first, onReceived }: FileStepProps) {
  const { importMaxsize = Number.POSITIVE_INFINITY } = useKit()
  const [sent, setSent] = useState<{ name: string; share: number }>()
  const [error, setError] = useState<string>()
  const [over, setOver] = useState(false)
  const sending = useRef<SendingImport>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => sending.current?.cancel(), [])

  const send = async (file: File | undefined) => {
    if (!file || sending.current) return
    setError(undefined)
    // The server checks the size too, but its message would arrive only after the whole upload.
    if (file.size > importMaxsize) {
      if (input.current) input.current.value = ''
      return setError(m.import_tooLarge({ megabytes: Math.floor(importMaxsize / 1024 ** 2) }))
    }
    setSent({ name: file.name, share: 0 })
    sending.current = sendImport(resource, file, (share) => setSent({ name: file.name, share }))
    try {
      onReceived(await sending.current.result)
    } catch (reason) {
      setError(failureText(reason))
    }
    stop()
  }
  const stop = () => {
    sending.current?.cancel()
    sending.current = undefined
    setSent(undefined)
    // Allows the user to choose the same file again, because it may have been corrected.
    if (input.current) input.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <div className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
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
              {sent.share < 1 ? m.import_sendingShare({ percent: Math.floor(sent.share * 100) }) : m.import_looking()}
            </p>
            <Button onClick={stop}>{m.ui_cancel()}</Button>
          </>
        ) : (
          <>
            <p className="max-sm:hidden">{m.import_drop()}</p>
            <Button ref={first} variant="primary" onClick={() => input.current?.click()}>
              {m.import_choose()}
            </Button>
            <p className="text-sm text-muted">{m.import_kinds()}</p>
          </>
        )}
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          hidden
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </div>
      {error && (
        <div role="alert">
          <ErrorLine>{error}</ErrorLine>
        </div>
      )}
      {hasTemplate(description) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted">{m.import_templateHint()}</p>
          <a href={`/adminApi/${resource}/template`} download className={buttonClass({ size: 'sm' })}>
            <FileDown aria-hidden size={14} />
            {m.import_template()}
          </a>
        </div>
      )}
    </div>
  )
}
