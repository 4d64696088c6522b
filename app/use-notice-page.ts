import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { NoticePageProps } from '#src/features/site/notice.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'

/** The properties that the pages 401 and 404 share: the site's contact, and the button that goes back. */
export function useNoticePage(): NoticePageProps {
  const router = useRouter()
  const { contactEmail, contactPhone } = useSuspenseQuery(siteQuery).data
  return {
    contact: { email: contactEmail, phone: contactPhone },
    canGoBack: useCanGoBack(),
    onBack: () => router.history.back(),
  }
}

/**
 * Whether there is a page to go back to. The router knows only the pages since the last full load. The browser knows
 * more. The server knows none, so the result is false there.
 */
function useCanGoBack(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => setCan(pageBefore()), [])
  return can
}

function pageBefore(): boolean {
  // The first entry of a new browser tab is not a page. With the Navigation API, only our own pages count.
  const own = typeof navigation === 'undefined' ? window.history.length > 1 : navigation.canGoBack
  return own || document.referrer !== ''
}
