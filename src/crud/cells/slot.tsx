import type { ReactNode } from 'react'
import { CellBoundary, Rendered, ServerBoundary } from './cell-boundary.tsx'

type SlotProps = {
  /** The data that the content shows. After a failure, other data is tried again. */
  of: object
  /** Its name, for the report of a failure. */
  part: string
  rowId?: number | undefined
  render(): ReactNode
}

/** Content that a screen adds to a list. When it cannot be rendered, only a mark with the reason is in its place. */
export function Slot(props: SlotProps) {
  return (
    <ServerBoundary>
      <CellSlot {...props} />
    </ServerBoundary>
  )
}

/** The same in a cell of a list. The list ends errors on the server for all of its cells. */
export function CellSlot({ of, part, rowId, render }: SlotProps) {
  return (
    <CellBoundary of={of} part={part} rowId={rowId}>
      <Rendered render={render} />
    </CellBoundary>
  )
}
