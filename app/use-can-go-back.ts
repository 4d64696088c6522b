import { useEffect, useState } from 'react'

/**
 * Whether there is a page to go back to. The router knows only the pages since the last full load. The browser knows
 * more. The server knows none, so the result is false there.
 */
export function useCanGoBack(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => setCan(pageBefore()), [])
  return can
}

function pageBefore(): boolean {
  // The first entry of a new browser tab is not a page. With the Navigation API, only our own pages count.
  const own = typeof navigation === 'undefined' ? window.history.length > 1 : navigation.canGoBack
  return own || document.referrer !== ''
}
