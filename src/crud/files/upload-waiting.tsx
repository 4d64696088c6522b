import { CircleExclamationPoint, RotateCw, X } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { Upload } from './use-uploads.ts'

type UploadWaitingProps = { upload: Upload; onRetry(): void; onDrop(): void }

/** A file that is being sent, or a refused file with the error message. */
export function UploadWaiting({ upload, onRetry, onDrop }: UploadWaitingProps) {
  const { file, share, error, final } = upload
  const name = file.name || m.upload_nameless()
  return (
    <span className="flex max-w-full items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-2">
      <span className="min-w-32 max-w-full">
        <span className="block max-w-56 truncate">{name}</span>
        {error ? (
          <span role="alert" className="flex items-start gap-1 text-sm text-danger-ink">
            <CircleExclamationPoint aria-hidden size={14} className="mt-[3px] shrink-0" />
            <span className="wrap-anywhere whitespace-pre-line">{error}</span>
          </span>
        ) : (
          <progress aria-label={m.upload_progress({ name })} value={share} max={1} className="block h-1.5 w-full" />
        )}
      </span>
      {error && !final && (
        <IconButton label={m.upload_again({ name })} size="sm" className="size-6" onClick={onRetry}>
          <RotateCw aria-hidden size={13} />
        </IconButton>
      )}
      <IconButton
        label={error ? m.ui_remove({ name }) : m.upload_cancel({ name })}
        size="sm"
        className="size-6"
        onClick={onDrop}
      >
        <X aria-hidden size={13} />
      </IconButton>
    </span>
  )
}
