import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** A dragged tab: its index, the index after a drop (`to`), and its offset (`by`) and width in pixels. */
export type Drag = { path: string; from: number; to: number; by: number; width: number }

type Box = { path: string; left: number; width: number }

/** Pixels that the pointer may move during a click. */
const SLIP = 5
/** The bar scrolls when the pointer is within EDGE pixels of its end, by STEP pixels per frame. */
const EDGE = 24
const STEP = 6

/** Moves tabs by dragging them with the pointer. The order in the document changes only on the drop. */
export function useTabDrag(list: RefObject<HTMLElement | null>, onMove: (path: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const grip = useRef<{ path: string; x: number; scroll: number; boxes: Box[]; last: number } | null>(null)
  const moved = useRef(false)
  const current = useRef<Drag | null>(null)
  const frame = useRef(0)

  const show = (next: Drag | null) => {
    current.current = next
    setDrag(next)
  }
  const follow = () => {
    const held = grip.current
    const bar = list.current
    if (!held || !bar) return
    const from = held.boxes.findIndex((box) => box.path === held.path)
    const box = held.boxes[from]
    if (!box) return
    const by = held.last - held.x + bar.scrollLeft - held.scroll
    const first = held.boxes[0]?.left ?? 0
    const end = held.boxes.at(-1)
    const most = end ? end.left + end.width - box.width : 0
    const left = Math.min(most, Math.max(first, box.left + by))
    // A tab is passed when the leading edge of the dragged tab crosses its middle. This works for all tab widths.
    const right = left + box.width
    const passed = held.boxes.map((one, index) => {
      const middle = one.left + one.width / 2
      return index > from && right > middle ? 1 : index < from && left < middle ? -1 : 0
    })
    const to = passed.reduce<number>((place, step) => place + step, from)
    show({ path: held.path, from, to, by: left - box.left, width: box.width })
  }
  const scroll = () => {
    const held = grip.current
    const bar = list.current
    if (!held || !bar || !moved.current) return
    const { left, right } = bar.getBoundingClientRect()
    const before = bar.scrollLeft
    if (held.last < left + EDGE) bar.scrollLeft -= STEP
    else if (held.last > right - EDGE) bar.scrollLeft += STEP
    if (bar.scrollLeft !== before) follow()
    frame.current = requestAnimationFrame(scroll)
  }
  const end = () => {
    cancelAnimationFrame(frame.current)
    grip.current = null
    show(null)
  }

  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !current.current) return
      event.preventDefault()
      cancelAnimationFrame(frame.current)
      grip.current = null
      current.current = null
      setDrag(null)
    }
    window.addEventListener('keydown', cancel, true)
    return () => window.removeEventListener('keydown', cancel, true)
  }, [])

  return {
    drag,
    /** True right after a drag, so that the click that ends it selects no tab. */
    wasDragged: () => moved.current,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        moved.current = false
        const bar = list.current
        const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-path]') : null
        // Touch scrolls the bar and does not drag tabs.
        if (!bar || !item?.dataset.path || event.button !== 0 || event.pointerType === 'touch') return
        const boxes = [...bar.querySelectorAll<HTMLElement>('[data-path]')].map((one) => ({
          path: one.dataset.path ?? '',
          left: one.offsetLeft,
          width: one.offsetWidth,
        }))
        grip.current = { path: item.dataset.path, x: event.clientX, last: event.clientX, scroll: bar.scrollLeft, boxes }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const held = grip.current
        if (!held) return
        held.last = event.clientX
        if (!moved.current) {
          if (Math.abs(event.clientX - held.x) < SLIP) return
          moved.current = true
          event.currentTarget.setPointerCapture(event.pointerId)
          frame.current = requestAnimationFrame(scroll)
        }
        follow()
      },
      onPointerUp() {
        const dropped = current.current
        end()
        if (dropped && dropped.to !== dropped.from) onMove(dropped.path, dropped.to)
      },
      onPointerCancel: end,
    },
  }
}

/** The offset in pixels of a tab during a drag, so that it makes room for the dragged tab. */
export function shiftOf(drag: Drag | null, index: number): number {
  if (!drag) return 0
  if (index === drag.from) return drag.by
  if (index > drag.from && index <= drag.to) return -drag.width
  if (index < drag.from && index >= drag.to) return drag.width
  return 0
}
