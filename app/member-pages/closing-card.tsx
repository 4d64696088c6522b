import { useSuspenseQuery } from '@tanstack/react-query'
import { OwnClosing } from '#src/features/closing/own-closing.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'

/** The card with which members close their own account. */
export function ClosingCard() {
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return <OwnClosing timeZone={timeZone} />
}
