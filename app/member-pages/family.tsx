import { useSuspenseQuery } from '@tanstack/react-query'
import { OwnFamilyPage } from '#src/features/family/own-family.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'

/** The pupils whose results the member sees, in both views of the member center. */
export function MemberFamily() {
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return <OwnFamilyPage timeZone={timeZone} />
}
