import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Drawer } from '#src/ui/drawer.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Brand } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { type SiteNav, SiteNavLinks } from './site-nav.tsx'
import { ThemeSwitch } from './theme.tsx'

type SiteHeaderProps = {
  siteName: string
  headNav: readonly SiteNav[]
  /** At the right end: the way into the member center, or who is in it. */
  account: ReactNode
  /** More for the drawer of small screens. */
  drawer?: (close: () => void) => ReactNode
}

/** The head of the public site and of the member center. */
export function SiteHeader({ siteName, headNav, account, drawer }: SiteHeaderProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="no-print sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-(--header-height) max-w-6xl items-center gap-1 px-2 sm:px-4">
        <IconButton label={m.shell_openMenu()} onClick={() => setOpen(true)} className="md:hidden">
          <MenuIcon size={18} />
        </IconButton>
        <Link to="/" className="mr-3 flex h-9 min-w-0 items-center rounded-md md:mr-5">
          <Brand name={siteName} />
        </Link>
        <div className="max-md:hidden">
          <SiteNavLinks headNav={headNav} />
        </div>
        <div className="ml-auto flex items-center gap-1">
          <LanguageSwitch />
          <ThemeSwitch />
          {account}
        </div>
      </div>
      <Drawer open={open} onClose={close} label={m.shell_siteMenu()} head={<Brand name={siteName} />}>
        <SiteNavLinks headNav={headNav} vertical onChoose={close} />
        {drawer?.(close)}
      </Drawer>
    </header>
  )
}
