const MOVES = /^(Tab|Arrow|Home|End|Page)/

/** Whether an event is a press of a key that moves the focus. */
export function movesFocus(event: Event | undefined): boolean {
  return event instanceof KeyboardEvent && MOVES.test(event.key)
}
