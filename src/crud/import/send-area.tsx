import { FileUp } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import type { SendingBody } from './upload.ts'

type SendAreaProps<T> = {
  /** The button that gets the focus when the dialog opens. */
  first: RefObject<HTMLButtonElement | null>
  /** Extensions and MIME types, separated by commas. */
  accept: string
  /** Which files may be chosen, in words. */
  kinds: string
  /** What happens behind the last byte. */
  checking: string
  /** A file that is sent at once. */
  file?: File | undefined
  /** Why a file is not sent at all. The server checks too, but its message would arrive only after the whole upload. */
  refusal(file: File): string | undefined
  send(file: File, onProgress: (share: number) => void): SendingBody<T>
  /** What is said of a failure. */
  failure(reason: unknown): string
  onReceived(answer: T): void
}

/** The user chooses or drops a file. The file is then sent to the server, and the user sees how far it is. */
export function SendArea<T>({
  first,
  accept,
  kinds,
  checking,
  file,
  refusal,
  send: start,
  failure,
  onReceived,
}: SendAreaProps<T>) {
  const [sent, setSent] = useState<{ name: string; share: number }>()
  const [error, setError] = useState<string>()
  const [over, setOver] = useState(false)
  const sending = useRef<SendingBody<T>>(undefined)
  const input = useRef<HTMLInputElement>(null)

  const send = async (chosen: File | undefined) => {
    if (!chosen || sending.current) return
    const refused = refusal(chosen)
    setError(refused)
    if (refused !== undefined) {
      if (input.current) input.current.value = ''
      return
    }
    setSent({ name: chosen.name, share: 0 })
    sending.current = start(chosen, (share) => setSent({ name: chosen.name, share }))
    try {
      onReceived(await sending.current.result)
    } catch (reason) {
      setError(failure(reason))
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that came with the dialog is sent once
  useEffect(() => {
    void send(file)
    return () => {
      sending.current?.cancel()
      sending.current = undefined
    }
  }, [])
  return (
    <>
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
              {sent.share < 1 ? m.import_sendingShare({ percent: Math.floor(sent.share * 100) }) : checking}
            </p>
            <Button onClick={stop}>{m.ui_cancel()}</Button>
          </>
        ) : (
          <>
            <p className="max-sm:hidden">{m.import_drop()}</p>
            <Button ref={first} variant="primary" onClick={() => input.current?.click()}>
              {m.import_choose()}
            </Button>
            <p className="text-sm text-muted">{kinds}</p>
          </>
        )}
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </div>
      {error && (
        <div role="alert" className="whitespace-pre-line">
          <ErrorLine>{error}</ErrorLine>
        </div>
      )}
    </>
  )
}
