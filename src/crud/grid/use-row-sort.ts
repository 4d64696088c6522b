import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { useDrag } from '#src/ui/drag/use-drag.ts'
import { toaster } from '#src/ui/toast.tsx'
import { dropLine, inRange, placeAmong, type SortRow, siblingAt, siblingBeside } from './sort-target.ts'

type Options = {
  rows: readonly SortRow[]
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  /** The element whose top is the top of the first row. */
  body: RefObject<HTMLElement | null>
  onSort(id: number, targetId: number): void
}

/** `beyond`: the pointer is at a place where the row cannot be dropped. */
type Held = { id: number; target: number; by: 'pointer' | 'keyboard'; beyond?: boolean }

/**
 * Sorts rows among their siblings by a handle (`DragHandle`). The user drags it. With the keyboard, Space picks the row
 * up, the arrow keys move it and Space drops it. A target is a sibling with all its descendants, and its rows may not
 * be rendered. So the place of a row is computed, and no element is looked for.
 */
export function useRowSort({ rows, rowHeight, scroller, body, onSort }: Options) {
  const [held, setHeld] = useState<Held | null>(null)
  const [message, setMessage] = useState('')
  const pointerY = useRef(0)
  const row = (id: number) => rows.find((one) => one.id === id)
  const words = (id: number, target: number) => ({ name: row(id)?.name ?? '', ...placeAmong(rows, id, target) })

  /** Shows the message as a toast and announces it to screen readers. */
  const refuse = () => {
    setMessage(m.sort_beyond())
    toaster.error(m.sort_beyond())
  }

  const drop = ({ id, target, beyond }: Held) => {
    setHeld(null)
    if (beyond) return refuse()
    if (target === id) return setMessage(m.sort_cancelled(words(id, id)))
    setMessage(m.tree_dropped(words(id, target)))
    onSort(id, target)
  }

  const cancel = (id: number) => {
    setHeld(null)
    setMessage(row(id) ? m.sort_cancelled(words(id, id)) : '')
  }

  /** The row in the hand of the pointer, with the target of a drop at the pointer's position. */
  const underPointer = (id: number): Held => {
    const top = body.current?.getBoundingClientRect().top ?? 0
    const index = Math.floor((pointerY.current - top) / rowHeight)
    const shown = Math.max(0, Math.min(rows.length - 1, index))
    return { id, by: 'pointer', target: siblingAt(rows, id, shown), beyond: !inRange(rows, id, index) }
  }
  const keep = (next: Held) => (old: Held | null) => (old && sameHeld(old, next) ? old : next)

  const drag = useDrag({
    axis: 'y',
    scroller,
    keyOf: (pressed) => pressed.closest<HTMLElement>('[data-handle]')?.dataset.handle,
    onMove: (key, { y }) => {
      pointerY.current = y
      setHeld(keep(underPointer(Number(key))))
    },
    onDrop: (key, { y }) => {
      pointerY.current = y
      // The rows may have changed since the last move.
      drop(underPointer(Number(key)))
    },
    onCancel: (key) => cancel(Number(key)),
  })

  // The list may be loaded anew meanwhile. Then another row is under the pointer, or a row is gone.
  useEffect(() => {
    if (!held) return
    if (!row(held.id)) {
      drag.cancel()
      return cancel(held.id)
    }
    const target = row(held.target) ? held.target : held.id
    const next = held.by === 'pointer' ? underPointer(held.id) : { ...held, target }
    // An effect may run late, when the row has been dropped already.
    setHeld((old) => old && keep(next)(old))
  })

  const onKeyDown = useStable((event: KeyboardEvent, id: number) => {
    const press = event.key === ' ' || event.key === 'Enter'
    if (!held) {
      if (!press) return
      setHeld({ id, target: id, by: 'keyboard' })
      setMessage(m.tree_picked(words(id, id)))
    } else if (press) drop(held)
    else if (event.key === 'Escape' || event.key === 'Tab') cancel(held.id)
    else {
      const step = { ArrowUp: -1, ArrowDown: 1, Home: -rows.length, End: rows.length }[event.key]
      const target = step === undefined ? held.target : siblingBeside(rows, held.id, held.target, step)
      if (target !== held.target) setMessage(m.tree_moving(words(held.id, target)))
      else if (Math.abs(step ?? 0) === 1) refuse()
      setHeld({ ...held, target })
    }
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  })

  const onBlur = useStable(() => held?.by === 'keyboard' && cancel(held.id))
  // The object stays the same between renders, because a new one would render all rows again.
  const [handle] = useState({ grip: drag.grip, onBlur, onKeyDown })

  /** Moves a row by one place immediately. */
  const step = useStable((id: number, by: -1 | 1) => {
    const target = siblingBeside(rows, id, id, by)
    if (target === id) return refuse()
    setMessage(m.tree_dropped(words(id, target)))
    onSort(id, target)
  })

  return {
    held: held?.id,
    line: held && !held.beyond ? dropLine(rows, held.id, held.target) : undefined,
    message,
    handle,
    step,
  }
}

function sameHeld(one: Held, other: Held): boolean {
  return one.id === other.id && one.by === other.by && one.target === other.target && one.beyond === other.beyond
}

export type SortHandle = ReturnType<typeof useRowSort>['handle']
