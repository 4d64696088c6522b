import { useEffect, useState } from 'react'

/**
 * Whether there is a page to go back to. The router only knows of those since the last full load; the browser knows
 * more, and the server nothing.
 */
export function useCanGoBack(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => setCan(pageBefore()), [])
  return can
}

function pageBefore(): boolean {
  // A new browser tab has a first entry too, which is no page: where the browser tells, only pages of ours count.
  const own = typeof navigation === 'undefined' ? window.history.length > 1 : navigation.canGoBack
  return own || document.referrer !== ''
}
