import { Globe, Lock, Upload as UploadIcon, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { UploadWaiting } from '#src/crud/files/upload-waiting.tsx'
import { useUploads } from '#src/crud/files/use-uploads.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import type { Visibility } from '#src/lib/file-facts.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu, MenuItem } from '#src/ui/menu.tsx'

type UploadAreaProps = {
  onArrived(): void
  /** The page, which gets the button that uploads. */
  children(button: ReactNode): ReactNode
}

/** A page that takes files: by its button, dropped anywhere on it, or pasted. It shows those that are on their way. */
export function UploadArea({ onArrived, children }: UploadAreaProps) {
  const kit = useKit()
  const page = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [arrived, setArrived] = useState(0)
  const visibility = useRef<Visibility>('private')
  const { uploads, add, retry, drop } = useUploads(kit.upload, () => {
    setArrived((before) => before + 1)
    onArrived()
  })
  const take = (files: readonly File[], as: Visibility) => {
    if (uploads.length === 0) setArrived(0)
    add(files, { visibility: as })
  }
  /** Dialogs and inputs over the page take what is meant for them. A hidden tab takes nothing. */
  const isHere = ({ target }: Event) =>
    page.current?.checkVisibility() === true &&
    !(target instanceof Element && target.closest('[role=dialog], input, textarea, [contenteditable]'))
  const paste = useStable((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || !isHere(event)) return
    event.preventDefault()
    take(files, 'private')
  })
  const dragged = useStable((event: DragEvent) => {
    const { dataTransfer } = event
    if (!dataTransfer?.types.includes('Files') || !isHere(event)) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take([...dataTransfer.files], 'private')
  })
  const left = useStable((event: DragEvent) => {
    // The pointer has left the window.
    if (event.relatedTarget === null) setOver(false)
  })
  useEffect(() => {
    const abort = new AbortController()
    document.addEventListener('paste', paste, abort)
    document.addEventListener('dragover', dragged, abort)
    document.addEventListener('drop', dragged, abort)
    document.addEventListener('dragleave', left, abort)
    return () => abort.abort()
  }, [paste, dragged, left])
  const choose = (as: Visibility) => {
    visibility.current = as
    picker.current?.click()
  }
  return (
    <div ref={page}>
      {children(
        <Menu
          trigger={
            <Button variant="primary" icon={<UploadIcon aria-hidden size={15} />}>
              <span className="max-sm:sr-only">{m.attachment_upload()}</span>
            </Button>
          }
        >
          <MenuItem value="private" onSelect={() => choose('private')} icon={<Lock aria-hidden size={15} />}>
            {m.attachment_uploadPrivate()}
          </MenuItem>
          <MenuItem value="public" onSelect={() => choose('public')} icon={<Globe aria-hidden size={15} />}>
            {m.attachment_uploadPublic()}
          </MenuItem>
        </Menu>,
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label={m.attachment_upload()}
        onChange={(event) => {
          take([...(event.target.files ?? [])], visibility.current)
          event.target.value = ''
        }}
      />
      {over && (
        <div className="pointer-events-none fixed inset-4 z-30 grid place-items-center rounded-xl border-2 border-dashed border-accent-solid bg-accent-soft/90 text-lg font-medium text-accent-ink">
          {m.attachment_dropHere()}
        </div>
      )}
      {uploads.length > 0 && (
        <section
          aria-label={m.attachment_uploads()}
          className="fixed right-4 bottom-4 z-30 flex max-h-[50dvh] w-[min(24rem,calc(100vw-2rem))] flex-col rounded-lg border border-line bg-raised shadow-pop"
        >
          <header className="flex items-center gap-2 border-b border-line px-3 py-2">
            <p role="status" className="flex-1 text-sm font-medium">
              {m.attachment_uploadsLeft({ left: formatCount(uploads.length), done: formatCount(arrived) })}
            </p>
            <IconButton
              label={m.attachment_uploadsEnd()}
              size="sm"
              onClick={() => {
                for (const { key } of uploads) drop(key)
              }}
            >
              <X aria-hidden size={15} />
            </IconButton>
          </header>
          <ul className="flex flex-col gap-1.5 overflow-y-auto p-2">
            {uploads.map((upload) => (
              <li key={upload.key}>
                <UploadWaiting upload={upload} onRetry={() => retry(upload)} onDrop={() => drop(upload.key)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
