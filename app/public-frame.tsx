import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { PublicLayout } from '#src/layout/public-layout.tsx'

/** The public site's header and footer, with what is known of the visitor. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: boot } = useQuery(memberBootQuery)
  const { siteName, recordNumber, headNav, backend } = site
  const memberName = boot ? boot.person.nickname || boot.person.username : undefined
  return (
    <PublicLayout {...{ siteName, recordNumber, headNav, memberName }} members={backend !== 'pig'}>
      {children}
    </PublicLayout>
  )
}
