import { Component, type ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useLine } from '#src/lib/use-line.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** The code of a part could not be loaded. */
export class LostCode extends Error {
  override name = 'LostCode'
}

/**
 * Where the message about missing code is shown: `here`, in the place of the part; `over` the page, for a dialog; not
 * at all, for a part that the user does not ask for.
 */
export type LostPlace = 'here' | 'over' | 'nowhere'

type Notice = { place: LostPlace; onRetry?(): void; onCancel?: (() => void) | undefined }

/** Shown while the code of a part loads: `children`, or a message while the server cannot be reached. */
export function CodeAwaited({ children, ...notice }: Notice & { children: ReactNode }) {
  return useLine() === 'up' ? children : <CodeNotice {...notice} text={m.lazy_waiting()} />
}

type BoundaryProps = Notice & { children: ReactNode }

/** Shows a message with a retry instead of a part whose code could not be loaded. Other errors pass. */
export class CodeBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    const { children, ...notice } = this.props
    if (error === undefined) return children
    if (!(error instanceof LostCode)) throw error
    return <CodeNotice {...notice} text={m.lazy_failed()} />
  }
}

function CodeNotice({ place, text, onRetry, onCancel }: Notice & { text: string }) {
  if (place === 'nowhere') return null
  const banner = (
    <Banner
      tone="warning"
      action={
        <span className="flex shrink-0 gap-1">
          {onRetry && (
            <Button size="sm" onClick={onRetry}>
              {m.ui_retry()}
            </Button>
          )}
          {onCancel && (
            <Button size="sm" onClick={onCancel}>
              {m.ui_cancel()}
            </Button>
          )}
        </span>
      }
    >
      {text}
    </Banner>
  )
  if (place === 'here') return banner
  return (
    <div className="no-print pointer-events-none fixed inset-x-0 bottom-14 z-60 flex justify-center px-3">
      <div className="pointer-events-auto max-w-lg rounded-md shadow-pop">{banner}</div>
    </div>
  )
}
