import { TriangleExclamationPoint } from 'lucide-react'
import { Component, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldValue } from '#src/resource/field-value.ts'
import { useFailureReport } from './failure-scope.tsx'

type Props = {
  of: FieldValue | object
  /** The field or the slot, for the report of a failure. */
  part: string
  rowId?: number | undefined
  children: ReactNode
}

/**
 * Renders a cell, or a plain mark in its place when it cannot be rendered. The row around it stays usable, and the
 * server learns of it.
 */
export function CellBoundary({ of, part, rowId, children }: Props) {
  const report = useFailureReport()
  return (
    <Catching of={of} onFailed={(error) => report?.(error, { part, rowId, data: of })}>
      {children}
    </Catching>
  )
}

type ServerBoundaryProps = {
  /** Stands in the place of the content until the browser renders it. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * Ends an error on the server, which passes all other boundaries: the browser renders the content again. Only around
 * whole parts: React starts again from the root for each such boundary that an update finds before it is hydrated, so
 * one a cell blocks the browser for seconds. Content that comes later does without it.
 */
export function ServerBoundary({ fallback = <Mark />, children }: ServerBoundaryProps) {
  const [suspended] = useState(useSyncExternalStore(never, no, yes))
  return suspended ? <Suspense fallback={fallback}>{children}</Suspense> : children
}

/**
 * The content of a boundary. An error of the function itself reaches the boundary, too. On the server it is only a
 * mark: React would print it there for each row, with values. The browser fails again, and reports.
 */
export function Rendered({ render }: { render(): ReactNode }) {
  if (typeof window !== 'undefined') return render()
  try {
    return render()
  } catch {
    return <Mark />
  }
}

type CatchingProps = Pick<Props, 'of' | 'children'> & { onFailed(error: unknown): void }

class Catching extends Component<CatchingProps, { failed: boolean }> {
  override state: { failed: boolean; reason?: string } = { failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, reason: error instanceof Error ? error.message : String(error) }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailed(error)
  }

  override componentDidUpdate(before: CatchingProps) {
    if (this.state.failed && !Object.is(before.of, this.props.of)) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <Mark reason={this.state.reason} /> : this.props.children
  }
}

/** @param reason why it failed; unknown while the server's failure is not repeated in the browser */
function Mark({ reason }: { reason?: string }) {
  return (
    <span title={reason} className="inline-flex items-center gap-1 align-middle text-subtle">
      <TriangleExclamationPoint aria-hidden size={13} className="shrink-0" />
      <span>{m.cell_failed()}</span>
      {reason && <span className="sr-only">{reason}</span>}
    </span>
  )
}

const never = () => () => undefined
const no = () => false
const yes = () => true
