import { RotateCw, TriangleExclamationPoint } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from './button.tsx'

type ErrorStateProps = {
  title?: string
  message: string
  /** What it means for the user's work, and what to do. */
  help?: string
  /** The page shows nothing else, so this is its heading. */
  alone?: boolean
  onRetry?(): void
  retrying?: boolean
  /** More ways out, beside the button that tries again. */
  actions?: ReactNode
  children?: ReactNode
}

/** Shows what failed, and lets the user try again. */
export function ErrorState({ title, message, help, alone, onRetry, retrying, actions, children }: ErrorStateProps) {
  const Heading = alone ? 'h1' : 'h2'
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <TriangleExclamationPoint aria-hidden size={28} strokeWidth={1.5} className="mb-1 text-danger-ink" />
      <Heading className="text-base">{title ?? m.ui_failed()}</Heading>
      <p className="max-w-md text-sm text-muted">{message}</p>
      {help && <p className="max-w-md text-sm text-muted">{help}</p>}
      {children}
      {(onRetry || actions) && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button icon={<RotateCw size={14} />} loading={retrying} onClick={onRetry}>
              {m.ui_retry()}
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  )
}
