import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
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

/** Within EDGE pixels of an edge, the list scrolls by itself at SPEED pixels per frame. */
const EDGE = 40
const SPEED = 9

/**
 * Sorts rows among their siblings by a handle. The user drags it with the pointer. With the keyboard, Space picks the
 * row up, the arrow keys move it and Space drops it. This is our own code, because a target is a sibling with all its
 * descendants, and its rows may not be rendered. General libraries support neither.
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
    if (target === id) return setMessage(m.tree_dropCancelled(words(id, id)))
    setMessage(m.tree_dropped(words(id, target)))
    onSort(id, target)
  }

  const cancel = () => {
    if (!held) return
    setHeld(null)
    setMessage(m.tree_dropCancelled(words(held.id, held.id)))
  }

  /** The target of a drop at the current pointer position. */
  const underPointer = (id: number) => {
    const top = body.current?.getBoundingClientRect().top ?? 0
    const index = Math.floor((pointerY.current - top) / rowHeight)
    const shown = Math.max(0, Math.min(rows.length - 1, index))
    return { target: siblingAt(rows, id, shown), beyond: !inRange(rows, id, index) }
  }
  const follow = useStable(() => setHeld((old) => old && { ...old, ...underPointer(old.id) }))

  const byPointer = held?.by === 'pointer'
  useEffect(() => {
    if (!byPointer) return
    let frame = requestAnimationFrame(function scroll() {
      const element = scroller.current
      const box = element?.getBoundingClientRect()
      if (element && box) {
        const up = pointerY.current < box.top + EDGE
        const down = pointerY.current > box.bottom - EDGE
        if (up || down) {
          element.scrollTop += up ? -SPEED : SPEED
          follow()
        }
      }
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [byPointer, scroller, follow])

  const onKeyDown = useStable((event: KeyboardEvent, id: number) => {
    const press = event.key === ' ' || event.key === 'Enter'
    if (!held) {
      if (!press) return
      setHeld({ id, target: id, by: 'keyboard' })
      setMessage(m.tree_picked(words(id, id)))
    } else if (press) drop(held)
    else if (event.key === 'Escape' || event.key === 'Tab') cancel()
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

  const onPointerDown = useStable((event: PointerEvent<HTMLElement>, id: number) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointerY.current = event.clientY
    setHeld({ id, target: id, by: 'pointer' })
  })
  const onPointerMove = useStable((event: PointerEvent<HTMLElement>) => {
    if (held?.by !== 'pointer') return
    pointerY.current = event.clientY
    follow()
  })
  const onPointerUp = useStable((event: PointerEvent<HTMLElement>) => {
    if (held?.by !== 'pointer') return
    // A fast user releases the pointer before its last move is rendered.
    pointerY.current = event.clientY
    drop({ ...held, ...underPointer(held.id) })
  })
  const onPointerCancel = useStable(cancel)
  const onBlur = useStable(() => held?.by === 'keyboard' && cancel())
  // The object stays the same between renders, because a new one would render all rows again.
  const [handle] = useState({ onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onBlur, onKeyDown })

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

export type SortHandle = ReturnType<typeof useRowSort>['handle']
