import type { ReactNode } from 'react'
import type { SiteNav } from '#src/lib/site-nav.ts'
import { SkipLink } from '../skip-link.tsx'
import { type SiteFoot, SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

type PublicLayoutProps = SiteFoot & {
  headNav?: readonly SiteNav[]
  /** The right end of the header: a link to the member center, or the signed-in member. */
  account?: ReactNode
  children: ReactNode
}

/** The layout of the public site: header, page and footer. */
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
