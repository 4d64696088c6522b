import { type RefObject, useEffect, useState } from 'react'
import { useDrag } from '#src/ui/drag/use-drag.ts'

/** A dragged tab: its index, the index after a drop (`to`), and its offset (`by`) and width in pixels. */
export type TabDrag = { from: number; to: number; by: number; width: number }

type Options = {
  onMove(path: string, to: number): void
  onCancel(path: string): void
  /** A finger was held on a tab without moving it. */
  onHold(path: string, point: { x: number; y: number }): void
}

/** Moves tabs by dragging them. The order in the document changes only on the drop. */
export function useTabDrag(list: RefObject<HTMLElement | null>, { onMove, onCancel, onHold }: Options) {
  const [drag, setDrag] = useState<TabDrag>()
  const { grip } = useDrag({
    axis: 'x',
    scroller: list,
    keyOf: (pressed) => pressed.closest<HTMLElement>('[data-path]')?.dataset.path,
    onMove: (path, { moved }) => setDrag(dragOf(list.current, path, moved)),
    onDrop: (path, { moved }) => {
      setDrag(undefined)
      const dropped = dragOf(list.current, path, moved)
      if (dropped && dropped.to !== dropped.from) onMove(path, dropped.to)
      else onCancel(path)
    },
    onCancel: (path) => {
      setDrag(undefined)
      onCancel(path)
    },
    onHold: (path, point) => {
      setDrag(undefined)
      onHold(path, point)
    },
  })
  useEffect(() => (list.current ? grip(list.current) : undefined), [list, grip])
  return drag
}

/** The tabs are measured at each move, because one may be added or closed during a drag. */
function dragOf(list: HTMLElement | null, path: string, moved: number): TabDrag | undefined {
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
  const boxes = tabs.map(({ offsetLeft: left, offsetWidth: width }) => ({ left, width }))
  const from = tabs.findIndex((tab) => tab.dataset.path === path)
  const box = boxes[from]
  const end = boxes.at(-1)
  if (!box || !end) return undefined
  const left = Math.min(end.left + end.width - box.width, Math.max(boxes[0]?.left ?? 0, box.left + moved))
  // A tab is passed when the leading edge of the dragged tab crosses its middle. This works for all tab widths.
  const right = left + box.width
  const passed = boxes.map((one, index) => {
    const middle = one.left + one.width / 2
    return index > from && right > middle ? 1 : index < from && left < middle ? -1 : 0
  })
  const to = passed.reduce<number>((place, step) => place + step, from)
  return { from, to, by: left - box.left, width: box.width }
}

/** The offset in pixels of a tab during a drag, so that it makes room for the dragged tab. */
export function shiftOf(drag: TabDrag | undefined, index: number): number {
  if (!drag) return 0
  if (index === drag.from) return drag.by
  if (index > drag.from && index <= drag.to) return -drag.width
  if (index < drag.from && index >= drag.to) return drag.width
  return 0
}
