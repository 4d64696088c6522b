import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PublicLayout } from '#src/layout/site/public-layout.tsx'
import { navsFor } from '#src/lib/site-nav.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { lazyModule, useLazyModule } from '#src/ui/lazy.tsx'

/** Loaded only for members. The home page waits for it, because a button ignores clicks until its code is loaded. */
export const accountPart = lazyModule(() => import('./public-account.tsx'))

/** The public site's header and footer. The header has the account menu of a signed-in member. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { data: site } = useSuspenseQuery(siteQuery)
  const { data: boot } = useQuery(memberBootQuery)
  const { siteName, recordNumber, version, contactEmail, contactPhone, headNav, legal } = site
  const wayIn = (
    <Link to="/user" activeOptions={{ exact: true }} className={buttonClass()}>
      <UserRound aria-hidden size={15} className="sm:hidden" />
      <span className="max-sm:sr-only">{m.shell_memberCenter()}</span>
    </Link>
  )
  const account = useLazyModule(accountPart, Boolean(boot), () => undefined)
  return (
    <PublicLayout
      siteName={siteName}
      recordNumber={recordNumber}
      version={version}
      contactEmail={contactEmail}
      contactPhone={contactPhone}
      legal={legal}
      headNav={navsFor(headNav, boot)}
      account={site.backend !== 'pig' && (boot && account ? <account.PublicAccount boot={boot} /> : wayIn)}
    >
      {children}
    </PublicLayout>
  )
}
