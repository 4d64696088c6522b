import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PublicLayout } from '#src/layout/public-layout.tsx'
import { buttonClass } from '#src/ui/button.tsx'

/** The public site's header and footer, with what is known of the visitor. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: boot } = useQuery(memberBootQuery)
  const { siteName, recordNumber, version, contactEmail, contactPhone, headNav } = site
  const name = boot ? boot.person.nickname || boot.person.username : undefined
  const account = site.backend !== 'pig' && (
    <Link to="/user" activeOptions={{ exact: true }} className={buttonClass()}>
      <UserRound aria-hidden size={15} className={name ? undefined : 'sm:hidden'} />
      <span className="max-w-32 truncate max-sm:sr-only">{name ?? m.shell_memberCenter()}</span>
    </Link>
  )
  return (
    <PublicLayout {...{ siteName, recordNumber, version, contactEmail, contactPhone, headNav, account }}>
      {children}
    </PublicLayout>
  )
}
