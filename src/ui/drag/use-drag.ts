import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DragOptions, dragGesture } from './drag-gesture.ts'

/**
 * Makes elements draggable with mouse, pen and finger.
 * @returns `grip`: the ref of an element that is dragged by. `cancel`: ends a drag
 */
export function useDrag(options: DragOptions) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [gesture] = useState(() => dragGesture(() => latest.current))
  useEffect(() => gesture.cancel, [gesture])
  return gesture
}
