import { useSuspenseQuery } from '@tanstack/react-query'
import { LegalPage } from '#src/features/site/legal.page.tsx'
import { legalQuery } from '#src/features/site/legal.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { PublicFrame } from './public-frame.tsx'

/** A legal text in the frame of the public site. */
export function LegalView({ kind, version }: { kind: 'terms' | 'privacy'; version: number | undefined }) {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data } = useSuspenseQuery(legalQuery(kind, version))
  return (
    <PublicFrame>
      <LegalPage kind={kind} {...data} timeZone={site.timeZone} />
    </PublicFrame>
  )
}
