import { type DragAxis, edgeScroll } from './edge-scroll.ts'

/** `x`, `y`: the pointer in the window. `moved`: pixels along the axis since the press, scrolled ones included. */
export type DragPoint = { x: number; y: number; moved: number }

export type DragOptions = {
  axis: DragAxis
  /** The element that scrolls by itself when the pointer comes near one of its ends. */
  scroller: { readonly current: HTMLElement | null }
  /** The key of what a press on an element drags. Undefined: the element drags nothing. */
  keyOf(pressed: Element): string | undefined
  /** Called at the start of a drag, and whenever the pointer or the list moves. */
  onMove(key: string, point: DragPoint): void
  onDrop(key: string, point: DragPoint): void
  /** The drag has ended and nothing may change. */
  onCancel(key: string): void
  /** A finger was held still and lifted again. Without it, this cancels. */
  onHold?(key: string, point: DragPoint): void
}

/** Pixels that a mouse may move during a click. */
const SLIP = 5
/** A finger or a pen must rest this many milliseconds before it drags. Until then, moving it scrolls. */
const HOLD_MS = 250
/** Pixels that a resting finger may move. */
const TREMOR = 8

/**
 * Dragging with mouse, pen or finger: the one mechanism for tabs, rows and columns. A mouse drags at once, finger and
 * pen after a deliberate press, so that they still scroll the list. Escape, a second finger, another window and a lost
 * pointer cancel. It knows nothing of what is dragged or where it may be dropped.
 * @param options the latest options, because they may change during a drag
 * @returns `grip` makes an element draggable and returns the function that ends that
 */
export function dragGesture(options: () => DragOptions) {
  let current: Press | undefined
  /** The last press was a drag. The click that follows must not press what was dragged. */
  let dragged = false

  const grip = (element: HTMLElement | null) => {
    if (!element) return
    const own = new AbortController()
    const { signal } = own
    element.addEventListener(
      'pointerdown',
      (event) => {
        dragged = false
        const key = event.target instanceof Element ? options().keyOf(event.target) : undefined
        if (current || key === undefined || !event.isPrimary || event.button !== 0) return
        current = press(element, event, key, options, (wasDrag) => {
          current = undefined
          dragged = wasDrag
        })
      },
      { signal },
    )
    // Safari only lets listeners that were there before the touch keep the page from scrolling.
    const onTouchMove = (event: TouchEvent) => {
      if (current?.dragging() && event.cancelable) event.preventDefault()
    }
    element.addEventListener('touchmove', onTouchMove, { passive: false, signal })
    // The browser's own drag of links and pictures would take the pointer away.
    element.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
    element.addEventListener(
      'click',
      (event) => {
        // A click without a pointer (detail 0) is from the keyboard or a screen reader.
        if (!dragged || event.detail === 0) return
        event.preventDefault()
        event.stopPropagation()
      },
      { signal, capture: true },
    )
    return () => {
      own.abort()
      if (current?.element === element) current.cancel()
    }
  }
  return { grip, cancel: () => current?.cancel() }
}

type Press = { element: HTMLElement; dragging(): boolean; cancel(): void }

/** Follows one press from its start to its end. */
function press(
  element: HTMLElement,
  start: PointerEvent,
  key: string,
  options: () => DragOptions,
  onEnd: (wasDrag: boolean) => void,
): Press {
  const { axis, scroller } = options()
  const byMouse = start.pointerType === 'mouse'
  const listeners = new AbortController()
  const scrolled = () => (axis === 'x' ? scroller.current?.scrollLeft : scroller.current?.scrollTop) ?? 0
  const along = ({ x, y }: { x: number; y: number }) => (axis === 'x' ? x : y)
  const from = { x: start.clientX, y: start.clientY }
  const scrolledBefore = scrolled()
  let at = from
  let dragging = false
  let moved = false
  let endScroll = () => {}

  const point = (): DragPoint => ({ ...at, moved: along(at) - along(from) + scrolled() - scrolledBefore })
  const finish = () => {
    clearTimeout(timer)
    listeners.abort()
    endScroll()
    onEnd(dragging)
  }
  const cancel = () => {
    finish()
    if (dragging) options().onCancel(key)
  }
  const begin = () => {
    dragging = true
    element.setPointerCapture(start.pointerId)
    const list = scroller.current
    if (list) {
      endScroll = edgeScroll(list, axis, along(from), () => along(at))
      list.addEventListener('scroll', () => options().onMove(key, point()), { signal: listeners.signal })
    }
    options().onMove(key, point())
  }
  const timer = byMouse ? undefined : setTimeout(begin, HOLD_MS)

  /** Listens in the whole window and before everything else. */
  const listen = <TName extends keyof WindowEventMap>(name: TName, act: (event: WindowEventMap[TName]) => void) =>
    window.addEventListener(name, act, { capture: true, signal: listeners.signal })
  const ours = (event: PointerEvent) => event.pointerId === start.pointerId

  listen('pointermove', (event) => {
    if (!ours(event)) return
    // The button was released where this page did not see it.
    if (byMouse && event.buttons === 0) return cancel()
    at = { x: event.clientX, y: event.clientY }
    const distance = Math.hypot(at.x - from.x, at.y - from.y)
    if (!dragging && !byMouse) return distance > TREMOR ? cancel() : undefined
    moved ||= distance >= SLIP
    if (dragging) options().onMove(key, point())
    else if (moved) begin()
  })
  listen('pointerup', (event) => {
    if (!ours(event)) return
    at = { x: event.clientX, y: event.clientY }
    const { onDrop, onHold, onCancel } = options()
    finish()
    if (!dragging) return
    if (moved) onDrop(key, point())
    else if (onHold) onHold(key, point())
    else onCancel(key)
  })
  listen('pointercancel', (event) => ours(event) && cancel())
  listen('lostpointercapture', (event) => {
    // An element inside loses the pointer when the grip takes it. That is no loss.
    if (dragging && ours(event) && (event.target === element || event.target === document)) cancel()
  })
  listen('pointerdown', cancel)
  listen('blur', (event) => event.target === window && cancel())
  listen('contextmenu', (event) => {
    if (!dragging) return cancel()
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  listen('keydown', (event) => {
    if (!dragging) return
    // Keys must not also move what is dragged, or close the popup that the list is in.
    event.stopImmediatePropagation()
    if (!event.ctrlKey && !event.metaKey) event.preventDefault()
    if (event.key === 'Escape') cancel()
  })
  return { element, dragging: () => dragging, cancel }
}
