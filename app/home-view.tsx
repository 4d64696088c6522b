import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { HomePage } from '#src/features/site/home.page.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { readTheme } from '#src/layout/config/theme-cookie.ts'
import { PublicFrame } from './public-frame.tsx'
import { requestCookies } from './request-cookies.ts'

/** The home page with the site's settings and the signed-in member, if there is one. */
export function HomeView() {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: boot } = useQuery(memberBootQuery)
  return (
    <PublicFrame>
      <HomePage
        siteName={site.siteName}
        theme={readTheme(requestCookies())}
        contact={{ email: site.contactEmail, phone: site.contactPhone }}
        recordNumber={site.recordNumber}
        memberName={boot ? boot.person.nickname || boot.person.username : undefined}
        ours={site.backend !== 'pig'}
      />
    </PublicFrame>
  )
}
