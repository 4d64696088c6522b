import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { SiteNav } from './site-nav.tsx'
import { SkipLink } from './skip-link.tsx'

type PublicLayoutProps = {
  siteName: string
  headNav?: readonly SiteNav[]
  recordNumber?: string
  /** The name of the member signed in, if anybody is. */
  memberName?: string
  /** Whether there are members at all. */
  members?: boolean
  children: ReactNode
}

/** The public site around a page. */
export function PublicLayout(props: PublicLayoutProps) {
  const { siteName, headNav = [], recordNumber, memberName, members = true, children } = props
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader
        siteName={siteName}
        headNav={headNav}
        account={
          members && (
            <Link to="/user" activeOptions={{ exact: true }} className={buttonClass()}>
              {memberName && <UserRound aria-hidden size={15} />}
              <span className="max-w-32 truncate">{memberName ?? m.shell_memberCenter()}</span>
            </Link>
          )
        }
      />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <SiteFooter siteName={siteName} recordNumber={recordNumber} />
    </div>
  )
}
