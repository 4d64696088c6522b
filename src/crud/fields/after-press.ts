/**
 * Runs `work` at once, or after the current press. An error that appears while the pointer is down moves the pressed
 * element, and the click is lost.
 */
export function afterPress(work: () => void): void {
  if (!document.querySelector(':active')) {
    work()
    return
  }
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    // The click event follows the release directly.
    setTimeout(work)
  }
  for (const event of ['pointerup', 'pointercancel', 'dragend', 'keyup'] as const) {
    window.addEventListener(event, end, { capture: true, signal: ended.signal })
  }
}
