import { Component, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldValue } from '#src/resource/field-value.ts'

type Props = { of: FieldValue | object; children: ReactNode }

/** Renders a cell, or a plain mark in its place when it cannot be rendered. The row around it stays usable. */
export function CellBoundary({ of, children }: Props) {
  const fromServer = useSyncExternalStore(never, no, yes)
  // Errors on the server pass every boundary but this one, and the browser then renders the cell again. Cells that
  // come later do without it.
  const [suspended] = useState(fromServer)
  return <Catching of={of}>{suspended ? <Suspense fallback={<Mark />}>{children}</Suspense> : children}</Catching>
}

class Catching extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && !Object.is(before.of, this.props.of)) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <Mark /> : this.props.children
  }
}

function Mark() {
  return <span className="text-subtle">{m.cell_failed()}</span>
}

const never = () => () => undefined
const no = () => false
const yes = () => true
