import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'

/** Pixels above the end at which a reader still counts as being there. */
const NEAR = 24

/**
 * Keeps a box at its end while its content grows, as long as the reader is there. Who scrolls up stays where they are.
 * @param grown changes when the content has grown
 */
export function useStick(box: RefObject<HTMLElement | null>, grown: unknown) {
  const [away, setAway] = useState(false)
  const follows = useRef(true)
  const last = useRef(0)
  const toEnd = useStable(() => {
    follows.current = true
    setAway(false)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  })
  const onScroll = useStable(() => {
    const { current } = box
    if (!current) return
    const isNear = current.scrollHeight - current.scrollTop - current.clientHeight <= NEAR
    // Content that grows does not move the box, so only a reader makes it go up.
    if (isNear) follows.current = true
    else if (current.scrollTop < last.current) follows.current = false
    last.current = current.scrollTop
    setAway(!follows.current)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are the reason to scroll
  useLayoutEffect(() => {
    if (follows.current) toEnd()
  }, [grown, toEnd])
  useEffect(() => {
    const content = box.current?.firstElementChild
    if (!content) return
    // Lines that come into sight get their real height, and a narrow window wraps more of them.
    const watch = new ResizeObserver(() => follows.current && toEnd())
    watch.observe(content)
    return () => watch.disconnect()
  }, [box, toEnd])
  /** The reader looks at another place. */
  const leave = useStable(() => {
    follows.current = false
  })
  return { away, toEnd, onScroll, leave }
}
