import type { ReactNode } from 'react'
import { CellBoundary } from './cell-boundary.tsx'

type SlotProps = {
  /** The data that the content shows. After a failure, other data is tried again. */
  of: object
  /** Its name, for the report of a failure. */
  part: string
  rowId?: number | undefined
  render(): ReactNode
}

/** Content that a screen adds to a list. When it cannot be rendered, only a mark with the reason is in its place. */
export function Slot({ of, part, rowId, render }: SlotProps) {
  return (
    <CellBoundary of={of} part={part} rowId={rowId}>
      <Rendered render={render} />
    </CellBoundary>
  )
}

/** A component, so that an error of the function itself reaches the boundary too. */
function Rendered({ render }: Pick<SlotProps, 'render'>) {
  return render()
}
