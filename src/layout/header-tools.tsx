import { Link } from '@tanstack/react-router'
import { ExternalLink, Maximize, Minimize, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { AccountMenu, type AccountMenuProps } from './account-menu.tsx'
import { type ClearCache, ClearCacheMenu } from './clear-cache.tsx'
import { layout } from './config/layout-store.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { MoreMenu } from './menu/more-menu.tsx'
import { ThemeSwitch } from './theme.tsx'
import { useFullScreen } from './use-full-screen.ts'

export type HeaderToolsProps = {
  account: AccountMenuProps
  /** Clears caches. Undefined for a user without the permission. */
  clearCache?: ClearCache
  /** The button of the command palette. */
  palette?: ReactNode
  /** The button of the user's background jobs. */
  jobs?: ReactNode
  /** The button of the terminal, if there is one. */
  terminal?: ReactNode
  className?: string
}

/** The right end of the top bar. Tools that do not fit move into one menu, the least used ones first. */
export function HeaderTools({ account, clearCache, palette, jobs, terminal, className }: HeaderToolsProps) {
  const [full, toggleFull] = useFullScreen()
  return (
    <div className={cx('touch flex shrink-0 items-center gap-0.5', className)}>
      {palette}
      {jobs}
      <Link
        to="/"
        target="_blank"
        rel="noopener"
        aria-label={m.shell_publicSite()}
        title={m.shell_publicSite()}
        className="grid size-8 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink max-xl:hidden"
      >
        <ExternalLink aria-hidden size={16} />
      </Link>
      <LanguageSwitch className="max-sm:hidden" />
      <ThemeSwitch className="max-sm:hidden" />
      <IconButton
        label={full ? m.shell_leaveFullScreen() : m.shell_fullScreen()}
        onClick={() => void toggleFull()}
        className="max-xl:hidden"
      >
        {full ? <Minimize size={17} /> : <Maximize size={17} />}
      </IconButton>
      {terminal}
      {clearCache && <ClearCacheMenu onClear={clearCache} className="max-xl:hidden" />}
      <MoreMenu clearCache={clearCache} className="xl:hidden" />
      <AccountMenu {...account} />
      <IconButton label={m.layout_title()} onClick={() => layout.showDrawer(true)} className="max-sm:hidden">
        <Settings2 size={17} />
      </IconButton>
    </div>
  )
}
