import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { NoticePageProps } from '#src/features/site/notice.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useCanGoBack } from './use-can-go-back.ts'

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
