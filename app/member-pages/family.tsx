import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { OwnFamilyPage } from '#src/features/family/own-family.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useCan } from '#src/layout/can.tsx'
import { useMemberPage } from './use-member-page.ts'

/** The pupils whose results the member sees, in both views of the member center. */
export function MemberFamily() {
  const { area } = useMemberPage()
  const { timeZone } = useSuspenseQuery(siteQuery).data
  const can = useCan()
  const navigate = useNavigate()
  const open = (link: number) => void navigate({ to: `/${area}/account/results`, search: { link } })
  return <OwnFamilyPage timeZone={timeZone} onResults={can('account/results') ? open : undefined} />
}
