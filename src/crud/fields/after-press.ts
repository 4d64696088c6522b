/**
 * Does its work at once, or behind the press that is under way: an error that appears while the pointer is down moves
 * what it was pressed on, and the click is lost.
 */
export function afterPress(work: () => void): void {
  if (!document.querySelector(':active')) {
    work()
    return
  }
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    // The click comes right behind the release.
    setTimeout(work)
  }
  for (const event of ['pointerup', 'pointercancel', 'dragend', 'keyup'] as const) {
    window.addEventListener(event, end, { capture: true, signal: ended.signal })
  }
}
