/** Milliseconds until the next attempt when the browser itself has given up. */
const AGAIN_MS = 5_000

/**
 * Calls `heard` with a member's number of unread notices, first when the stream opens and then whenever they change.
 * The stream is open while the window is visible: browsers open only a few connections to a server for all windows
 * together.
 * @returns ends it
 */
export function hearMemberNotices(heard: (unread: number) => void): () => void {
  let source: EventSource | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(later)
    source?.close()
    source = undefined
  }
  const open = () => {
    const stream = new EventSource('/api/notice/events')
    source = stream
    stream.addEventListener('notices', ({ data }) => {
      // Seam: the API contract defines this event.
      const { unread }: { unread: number } = JSON.parse(data)
      heard(unread)
    })
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED && source === stream) later = setTimeout(open, AGAIN_MS)
    }
  }
  const follow = () => {
    if (document.visibilityState !== 'visible') close()
    else if (!source) open()
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}
