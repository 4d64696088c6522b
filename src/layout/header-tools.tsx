import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { AccountMenu, type AccountMenuProps } from './account-menu.tsx'
import type { ClearCache } from './clear-cache.tsx'
import { MoreMenu } from './menu/more-menu.tsx'

export type HeaderToolsProps = {
  account: AccountMenuProps
  /** Clears caches. Undefined for a user without the permission. */
  clearCache?: ClearCache
  /** The button of the command palette. */
  palette?: ReactNode
  /** The button of the user's background jobs. */
  jobs?: ReactNode
  /** The button of what the user was told. */
  notices?: ReactNode
  /** The button of the terminal, if there is one. */
  terminal?: ReactNode
  className?: string
}

/** The right end of the top bar: search, jobs, notices, the menu of all other tools, and the account. */
export function HeaderTools({ account, clearCache, palette, jobs, notices, terminal, className }: HeaderToolsProps) {
  return (
    <div className={cx('touch flex shrink-0 items-center gap-0.5', className)}>
      {palette}
      {jobs}
      {notices}
      {terminal}
      <MoreMenu clearCache={clearCache} />
      <AccountMenu {...account} />
    </div>
  )
}
