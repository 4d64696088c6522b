import { takeNotice } from '#src/backend/redirect-notice.ts'
import { toaster } from '#src/ui/toast.tsx'

/** Shows the back end's words for the redirect that led here, if there are any. */
export function showNotice(): void {
  const words = takeNotice()
  if (words) toaster.error(words)
}
