import { RotateCw, TriangleAlert } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from './button.tsx'

type ErrorStateProps = { title?: string; message: string; onRetry?(): void; retrying?: boolean }

/** Shows what failed, and lets the user try again. */
export function ErrorState({ title, message, onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <TriangleAlert aria-hidden size={28} strokeWidth={1.5} className="mb-1 text-danger-ink" />
      <h1 className="text-base">{title ?? m.ui_failed()}</h1>
      <p className="max-w-md text-sm text-muted">{message}</p>
      {onRetry && (
        <Button className="mt-3" icon={<RotateCw size={14} />} loading={retrying} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}
