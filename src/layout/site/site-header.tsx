import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { SiteNav } from '#src/lib/site-nav.ts'
import { Pinned } from '#src/ui/pinned.ts'
import { Brand } from '../brand.tsx'
import { ThemeSwitch } from '../theme.tsx'
import { SiteDrawer } from './site-drawer.tsx'
import { SiteLanguage } from './site-language.tsx'
import { SiteNavLinks } from './site-nav.tsx'

type SiteHeaderProps = {
  siteName: string
  headNav: readonly SiteNav[]
  /** The right end: a link to the member center, or the signed-in member. */
  account: ReactNode
  /** Additional content for the drawer of small screens. */
  drawer?: ReactNode
  /** Content before the site's name. */
  lead?: ReactNode
  onDrawer?(open: boolean): void
  /** The header's content takes the full width of the window. */
  wide?: boolean
}

/** The header of the public site and of the member center. */
export function SiteHeader({ siteName, headNav, account, drawer, lead, onDrawer, wide = false }: SiteHeaderProps) {
  return (
    <Pinned value>
      <header className="no-print sticky top-0 z-30 border-b border-line bg-surface">
        <div
          className={cx(
            'touch mx-auto flex h-(--header-height) items-center gap-1 px-2 sm:px-4',
            wide ? 'max-w-none' : 'max-w-6xl',
          )}
        >
          <SiteDrawer label={m.shell_siteMenu()} head={<Brand name={siteName} />} onToggle={onDrawer}>
            <SiteNavLinks headNav={headNav} vertical />
            {drawer}
          </SiteDrawer>
          {lead}
          <Link to="/" className="mr-3 flex h-9 min-w-0 items-center rounded-md desk:mr-5">
            <Brand name={siteName} />
          </Link>
          <div className="max-desk:hidden">
            <SiteNavLinks headNav={headNav} />
          </div>
          <div className="touch ml-auto flex shrink-0 items-center gap-1">
            <SiteLanguage />
            <ThemeSwitch className="noscript:hidden" />
            {account}
          </div>
        </div>
      </header>
    </Pinned>
  )
}
