import type { ReactNode } from 'react'
import { type SiteFoot, SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { SiteNav } from './site-nav.tsx'
import { SkipLink } from './skip-link.tsx'

type PublicLayoutProps = SiteFoot & {
  headNav?: readonly SiteNav[]
  /** At the right end of the head: the way into the member center, or who is signed in. */
  account?: ReactNode
  children: ReactNode
}

/** The public site around a page. */
export function PublicLayout({ headNav = [], account, children, ...foot }: PublicLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader siteName={foot.siteName} headNav={headNav} account={account} />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <SiteFooter {...foot} />
    </div>
  )
}
