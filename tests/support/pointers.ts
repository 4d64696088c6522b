import { cdp } from 'vitest/browser'

// Real input of the browser. Events that a test makes itself scroll nothing, capture no pointer and end in no click.

/** A position in the page of the test, in pixels. */
export type Spot = { x: number; y: number }

/** A position in an element: its middle, or so many pixels from its top left. */
export function spotOf(element: Element | null | undefined, from?: Partial<Spot>): Spot {
  if (!element) throw new Error('there is no such element')
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + (from?.x ?? width / 2), y: top + (from?.y ?? height / 2) }
}

/** The browser counts from the window's corner, and the page of a test is in a frame. */
function inWindow({ x, y }: Spot): Spot {
  const frame = window.frameElement?.getBoundingClientRect()
  return { x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0) }
}

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', spots: readonly Spot[]) =>
  cdp().send('Input.dispatchTouchEvent', {
    type,
    touchPoints: spots.map((spot, id) => ({ ...inWindow(spot), id })),
  })

/** Fingers on the screen. Each call says where all of them are. */
export const fingers = {
  down: (...spots: Spot[]) => touch('touchStart', spots),
  move: (...spots: Spot[]) => touch('touchMove', spots),
  up: () => touch('touchEnd', []),
  /** The browser takes the touch away, for example because the user changes to another app. */
  lose: () => touch('touchCancel', []),
}

const press =
  (pointerType: 'mouse' | 'pen') =>
  (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', spot: Spot, button: 'left' | 'right' = 'left') =>
    cdp().send('Input.dispatchMouseEvent', {
      type,
      ...inWindow(spot),
      button,
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType,
    })

const deviceOf = (kind: 'mouse' | 'pen') => {
  const send = press(kind)
  return {
    down: (spot: Spot) => send('mousePressed', spot),
    move: (spot: Spot) => send('mouseMoved', spot),
    up: (spot: Spot) => send('mouseReleased', spot),
  }
}

export const mouse = deviceOf('mouse')
export const pen = deviceOf('pen')
