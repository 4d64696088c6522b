import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { OwnResultsPage } from '#src/features/results/own-results.page.tsx'
import { ownResultSearch } from '#src/features/results/own-results.search.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useMemberPage } from './use-member-page.ts'

/** The results of the member's pupils, in both views of the member center. */
export function MemberResults() {
  const { area } = useMemberPage()
  const search = ownResultSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { timeZone } = useSuspenseQuery(siteQuery).data
  return (
    <OwnResultsPage
      search={search}
      onSearch={(next) => void navigate({ to: `/${area}/account/results`, search: next })}
      timeZone={timeZone}
    />
  )
}
